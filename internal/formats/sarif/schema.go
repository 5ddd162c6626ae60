package sarif

// The parts of SARIF 2.1.0 we write; field names are the standard's.
type (
	log struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}
	run struct {
		Tool        tool         `json:"tool"`
		Invocations []invocation `json:"invocations"`
		Artifacts   []artifact   `json:"artifacts"`
		ColumnKind  string       `json:"columnKind"`
		Results     []result     `json:"results"`
	}
	tool struct {
		Driver driver `json:"driver"`
	}
	driver struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
		Rules   []rule `json:"rules"`
	}
	rule struct {
		ID               string        `json:"id"`
		ShortDescription message       `json:"shortDescription"`
		Configuration    configuration `json:"defaultConfiguration"`
	}
	configuration struct {
		Level string `json:"level"`
	}
	invocation struct {
		ExecutionSuccessful bool           `json:"executionSuccessful"`
		Notifications       []notification `json:"toolExecutionNotifications,omitempty"`
	}
	notification struct {
		Level   string  `json:"level"`
		Message message `json:"message"`
	}
	artifact struct {
		Location artifactLocation `json:"location"`
	}
	artifactLocation struct {
		URI string `json:"uri"`
	}
	result struct {
		RuleID       string       `json:"ruleId"`
		RuleIndex    int          `json:"ruleIndex"`
		Level        string       `json:"level"`
		Message      message      `json:"message"`
		Locations    []location   `json:"locations"`
		Fingerprints fingerprints `json:"partialFingerprints"`
		Properties   properties   `json:"properties"`
	}
	message struct {
		Text string `json:"text"`
	}
	location struct {
		Physical physical  `json:"physicalLocation"`
		Logical  []logical `json:"logicalLocations,omitempty"`
	}
	physical struct {
		Artifact artifactLocation `json:"artifactLocation"`
		Region   region           `json:"region"`
	}
	region struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
	logical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
	fingerprints struct {
		Line string `json:"primaryLocationLineHash"`
	}
	properties struct {
		Path    string `json:"path"`
		Subject string `json:"subject"`
		Count   int    `json:"count"`
		Source  string `json:"source"`
	}
)
