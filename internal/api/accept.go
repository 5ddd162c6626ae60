package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// maxRanges is how many media ranges of an Accept header are looked at.
const maxRanges = 32

// negotiate chooses what a client wants most of what there is; the first where
// it does not care, a 406 where it wants none (RFC 9110, 12.5.1).
func negotiate(accept string, offers ...string) (string, error) {
	if strings.TrimSpace(accept) == "" {
		return offers[0], nil
	}
	ranges := strings.Split(accept, ",")
	best, bestQuality := "", 0.0
	for _, offer := range offers {
		if q := quality(ranges[:min(len(ranges), maxRanges)], offer); q > bestQuality {
			best, bestQuality = offer, q
		}
	}
	if best == "" {
		return "", problem(http.StatusNotAcceptable, "nothing in accept %q is to be had here; there is %s", clip(accept, maxEcho), strings.Join(offers, ", "))
	}
	return best, nil
}

// quality is the weight of the range that speaks most closely of an offer.
func quality(ranges []string, offer string) float64 {
	kind, _, _ := strings.Cut(offer, "/")
	found, closest := 0.0, -1
	for _, r := range ranges {
		fields := strings.Split(r, ";")
		speaks := slices.Index([]string{"*/*", kind + "/*", offer}, strings.ToLower(strings.TrimSpace(fields[0])))
		if speaks <= closest {
			continue
		}
		found, closest = 1, speaks
		for _, f := range fields[1:] {
			if weight, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(f)), "q="); ok {
				q, err := strconv.ParseFloat(weight, 64)
				if err != nil || q < 0 || q > 1 {
					q = 0
				}
				found = q
			}
		}
	}
	return found
}
