package plan

// pathwayCodes are those about trays and bends.
var pathwayCodes = []CodeMeaning{
	{
		Code:    "slanted-tray",
		Meaning: "a tray runs neither east-west nor north-south; it is left out",
		Cause:   "the two ends of a tray differ in both x and y",
		Matters: "routes are worked out along straight trays only; this one carries none",
		Out:     "write it as two trays that meet, one along x and one along y",
		Rule:    ruleRoute,
	},
	{
		Code:    "tray-overfull",
		Meaning: "the cables of a tray fill more of it than tray_fill_percent",
		Cause:   "many cables, or thick ones, take the same way",
		Matters: "cables do not fit, or heat up and can no longer be changed",
		Out:     "make the tray wider or deeper, or lay a second one beside it",
		Rule:    ruleCheck,
	},
	{
		Code:    "tray-weight",
		Meaning: "the cables of a tray weigh more than it may hold",
		Cause:   "copper is heavy, and many cables take the same way",
		Matters: "the tray may come down",
		Out:     "use a stronger tray, or lay a second one beside it",
		Rule:    ruleCheck,
	},
	{
		Code:    "bend-radius",
		Meaning: "a cable needs a wider bend than the tray or the exit leaves it",
		Cause:   "a thick cable goes round a corner of a shallow tray or a short exit",
		Matters: "a cable bent too tightly breaks inside or loses signal",
		Out:     "use a deeper tray, raise settings.exit to what the racks offer, or choose a medium that bends more tightly",
		Rule:    ruleCheck,
	},
}

// fabricCodes are those about fabrics and their shape.
var fabricCodes = []CodeMeaning{
	{
		Code:    "uneven-uplinks",
		Meaning: "the uplinks of a leaf do not divide evenly among the spines",
		Cause:   "the number of spines does not divide the uplinks of a leaf",
		Matters: "some spines would carry more than others, which slows every job; the uneven rest is not linked",
		Out:     "use a number of spines that divides them: the finding names the nearest",
		Rule:    ruleTopologies,
	},
	{
		Code:    "not-enough-ports",
		Meaning: "a switch has fewer free ports than the fabric needs; the links that found none are left out",
		Cause:   "hosts and uplinks together need more ports than the switch has free",
		Matters: "the links that found no port are missing from the order",
		Out:     "add switches, take hosts off, or raise oversubscription",
		Rule:    rulePorts,
	},
	{
		Code:    "oversubscribed",
		Meaning: "a switch can take in more than it can pass up",
		Cause:   "a switch has more bandwidth down than up, on purpose or by what was left out",
		Matters: "when all hosts send at once they get less than their line rate",
		Out:     "add uplinks or take hosts off; where it is as written, keep it if the hosts never send all at once",
		Rule:    ruleJudged,
	},
	{
		Code:    "rail-crossed",
		Meaning: "a host port is linked elsewhere than to the switch a fabric would link it to, so the fabric writes no link for it",
		Cause:   "an explicit link takes a host port to another switch than its rail's",
		Matters: "traffic of that GPU crosses the spines, which a rail-optimized fabric is bought to avoid",
		Out:     "move the link to the switch of its rail, or leave the port to the fabric",
		Rule:    rulePorts,
	},
	{
		Code:    "uneven-hashing",
		Meaning: "equal flows would collide on the uplinks so that the slowest gets less than half",
		Cause:   "few large flows are spread over few uplinks by chance",
		Matters: "a collective waits for its slowest flow: the whole job slows down",
		Out:     "use adaptive routing, more queue pairs, or more and faster uplinks",
		Rule:    ruleHashing,
	},
	{
		Code:    "single-spine",
		Meaning: "all leaves hang on one spine, whose failure parts the fabric",
		Cause:   "the fabric has one spine",
		Matters: "when it fails or is restarted no leaf reaches another",
		Out:     "use at least two spines",
		Rule:    ruleJudged,
	},
	{
		Code:    "unused-field",
		Meaning: "a fabric has a field that its topology does not use",
		Cause:   "a field of another topology was written",
		Matters: "it looks as if it counted and does not",
		Out:     "take the field out, or choose the topology that uses it",
		Rule:    ruleTopologies,
	},
	{
		Code:    "rail-order-unknown",
		Meaning: "it is not known which port of a type serves which GPU; port order is taken",
		Cause:   "the catalog does not hold which port of the type belongs to which GPU",
		Matters: "if port order is not GPU order, rails are crossed in a way nobody planned",
		Out:     "write host_ports in the order of the GPUs",
		Rule:    ruleTopologies,
	},
	{
		Code:    "no-uplinks",
		Meaning: "a fabric has no spines, so its leaves are not joined, or no cores, so its pods are not",
		Cause:   "spines or cores were left out, perhaps on purpose in a rail-only fabric",
		Matters: "hosts on different leaves do not reach each other in this fabric",
		Out:     "add spines or cores, or keep it if that is meant",
		Rule:    ruleTopologies,
	},
}
