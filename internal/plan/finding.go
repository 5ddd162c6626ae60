package plan

// Severity of a finding; fixed for each code.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Rank is 0 for an error, 1 for a warning, 2 for an info.
func (s Severity) Rank() int {
	switch s {
	case Error:
		return 0
	case Warning:
		return 1
	}
	return 2
}

// A Code names a kind of finding. Codes are part of the API: stable,
// kebab-case, never reused.
type Code string

// A Finding is a problem in the user's plan.
type Finding struct {
	Code     Code
	Severity Severity
	Path     string // into the document ("links[3].cable"), empty where it speaks of a product or type
	Line     int    // 0 where not known; looked up when a result is written
	Column   int
	Subject  string // what it is about: a link's ends, a device, a SKU
	Count    int    // links or devices it speaks for, at least 1
	Message  string // lower case, the value and the limit, no full stop
	Fix      string // the way out, a sentence; may be empty
	Edits    []Edit // what the fix would change; may be empty
	Source   string // sources behind the limit, keys joined by ";"
}

// Severities of every code this version gives. A code that is no longer given
// stays here.
var Severities = map[Code]Severity{
	"unknown-device": Error, "unknown-type": Error, "unknown-rack": Error, "unknown-row": Error, "unknown-port": Error,
	"unknown-product": Error, "duplicate-name": Error, "count-mismatch": Error, "contradicting-links": Error,
	"unused-override": Error, "not-yet": Error,
	"unused-device-type": Warning,

	"unit-overlap": Error, "unit-out-of-range": Error, "slot-overlap": Error, "rack-overlap": Error,
	"not-a-rack-device": Error, "no-route": Error,
	"rack-power": Warning, "rack-weight": Warning, "rack-depth": Warning, "airflow": Warning,

	"port-in-use": Error, "self-link": Error, "speed-unsupported": Error, "protocol-mismatch": Error,
	"half-used-cage": Warning, "host-bus-limit": Warning,

	"no-cable": Error, "too-short": Error, "beyond-reach": Error, "below-minimum": Error, "wrong-connector": Error,
	"wrong-protocol": Error, "wrong-shape": Error, "wrong-speed": Error, "wrong-fibre": Error, "mixed-optics": Error,
	"mixed-cage": Error, "polish-mismatch": Error, "cage-power": Error, "loss-budget": Error,
	"retired-product": Warning, "forbidden-product": Warning, "weak-evidence": Warning, "low-headroom": Warning, "excess-length": Warning,
	"split-by-distance": Warning, "known-limitation": Warning, "unknown-run": Warning,

	"slanted-tray":  Error,
	"tray-overfull": Warning, "tray-weight": Warning, "bend-radius": Warning,

	"uneven-uplinks": Error, "not-enough-ports": Error,
	"oversubscribed": Warning, "rail-crossed": Warning, "uneven-hashing": Warning, "single-spine": Warning,
	"unused-field": Warning,

	"unknown-lifecycle": Info, "to-specification": Info, "estimate": Info, "unpriced": Info, "rail-order-unknown": Info,
	"no-uplinks": Info,
}
