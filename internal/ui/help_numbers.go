package ui

import "lengthwise/web/templates"

// numbers explains each number the pages show, in the order they are worked
// out. IDs are what heads of columns link to.
var numbers = []templates.NumberHelp{
	{ID: "run", Name: "Run", Unit: "m", What: "The length of the way from port to port: from the port to the vertical manager, up or down to the tray, along the trays, and the same at the other end. In one rack it stays in the manager.",
		How: "Each part is worked out exactly and the sum rounded up to whole millimetres; a link's page lists every part. A measured run replaces it.", Rule: "/help/planning-rules#1-route-how-long-is-the-run"},
	{ID: "slack", Name: "Slack", Unit: "m", What: "What is added to the run so that the cable can be laid and plugged: a share of the run and a length at each end.",
		How: "settings.slack says how much, for copper and optics apart where that is written. A measured run takes none.", Rule: "/help/planning-rules#1-route-how-long-is-the-run"},
	{ID: "required", Name: "Required, needed", Unit: "m", What: "Run and slack together. No cable shorter than this is ever chosen.",
		How: "run x (1 + slack percent) + 2 x slack per end, rounded up once to whole millimetres.", Rule: "/help/planning-rules#1-route-how-long-is-the-run"},
	{ID: "length", Name: "Cable length", Unit: "m", What: "The length that is ordered: the shortest that is sold and not below what is required.",
		How: "All links of one cable share it, so the longest leg of a splitter decides.", Rule: "/help/planning-rules#3-select-the-first-medium-in-media-that-works"},
	{ID: "limit", Name: "Limit", Unit: "m", What: "The longest this link could get with its kind of cable. It is a length that can be bought, not only a reach on paper.",
		How: "With optics: the reach of the chosen modules over the chosen fibre, or the longest cord, whichever is less.", Rule: "/help/planning-rules#3-select-the-first-medium-in-media-that-works"},
	{ID: "headroom", Name: "Headroom", Unit: "m", What: "Limit less required: how much longer the run may become before another kind of cable is needed. Below 0 the link does not work.",
		How: "settings.headroom says below what it is warned of.", Rule: "/help/planning-rules#3-select-the-first-medium-in-media-that-works"},
	{ID: "spare", Name: "Spare length", Unit: "m", What: "Ordered length less required: how much cable is left over and has to be put away.",
		How: "settings.excess says above what it is warned of.", Rule: "/help/planning-rules#4-check-findings"},
	{ID: "units", Name: "U used", Unit: "U", What: "Rack units that devices take, of those the rack has. One U is 44.45 mm; U1 is at the bottom.",
		How: "0U devices take none. A unit that holds a device at either face, or half a device, counts once.", Rule: "/help/plan-format#fields"},
	{ID: "power", Name: "Power of a rack", Unit: "kW", What: "The most all its devices can draw together, of what the rack has.",
		How: "The maximum of each type, not what is typical. Devices without a figure are counted beside it.", Rule: "/help/planning-rules#4-check-findings"},
	{ID: "weight", Name: "Weight of a rack", Unit: "kg", What: "The weight of its devices, of what the rack may hold.",
		How: "Cables and the rack itself are not in it. Devices without a figure are counted beside it.", Rule: "/help/planning-rules#4-check-findings"},
	{ID: "ports", Name: "Ports used", Unit: "", What: "Ports of a rack's devices that a link uses, of all they have.",
		How: "A port with one split child in use is in use.", Rule: "/help/plan-format#fields"},
	{ID: "watts", Name: "Watts", Unit: "W", What: "What cables and transceivers draw, all ends together. Spares and devices are not in it.",
		How: "The catalog's figure of each part; the average of a class is marked as an estimate. \"At least\": a part has no figure.", Rule: "/help/planning-rules#5-bill-of-materials"},
	{ID: "quantity", Name: "Quantity, spares, to order", Unit: "pieces", What: "Quantity is what the plan places, spares are added for each product, and what is at hand is taken off.",
		How: "Spares: the larger of the minimum and the percentage, rounded up. Existing cables are never ordered.", Rule: "/help/planning-rules#5-bill-of-materials"},
	{ID: "cost", Name: "Cost", Unit: "currency of the plan", What: "To order x price of each product, and the sum of that: unit price and surcharge of the price list.",
		How: "\"At least\": a product has no price in the plan's currency, or a link has no cable yet, so the true cost is higher.", Rule: "/help/planning-rules#5-bill-of-materials"},
	{ID: "fill", Name: "Fill of a tray", Unit: "%", What: "The cross-section of the cables in its fullest stretch, of its width times depth.",
		How: "Cables are counted as round. settings.tray_fill_percent says above what it is warned of.", Rule: "/help/planning-rules#4-check-findings"},
	{ID: "oversubscription", Name: "Oversubscription", Unit: "", What: "How much more can come into a switch from below than it can pass up. 1 is non-blocking on paper.",
		How: "Worked out for every switch of a fabric; the worst is shown.", Rule: "/help/fabrics#what-is-judged"},
	{ID: "verdict", Name: "The verdict", Unit: "", What: "OK: no finding is an error and no link is unknown. OK with warnings: something asks for a decision. Not OK: something would not work, or is not known to.",
		How: "What was not checked is listed on the overview; unchecked is not OK either.", Rule: "/help/planning-rules#4-check-findings"},
}
