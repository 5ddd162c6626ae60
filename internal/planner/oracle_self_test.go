package planner_test

import (
	"fmt"
	"testing"
)

// TestRandomPlansHitEveryRule keeps the generator honest: a rule no random plan
// touches is a rule the oracle does not check.
func TestRandomPlansHitEveryRule(t *testing.T) {
	t.Parallel()
	cat := load(t)
	hit := map[string]int{}
	for seed := uint64(1); seed <= 4000; seed++ {
		doc := randomPlan(seed, cat)
		rules := rulesOf(doc, cat)
		var links []*oLink
		for i := range doc.Links {
			l, err := resolve(doc, cat, i)
			if err != nil {
				t.Fatal(err)
			}
			if l.existing {
				hit["existing"]++
			}
			links = append(links, l)
		}
		for _, c := range components(links) {
			if len(c.mixed()) > 0 {
				hit["mixed cage"]++
				continue
			}
			a := rules.answer(cat, c)
			switch {
			case a.unknown:
				hit["unknown"]++
			case a.choice == nil:
				hit["no cable"]++
			default:
				hit[string(a.choice.medium)]++
				for _, x := range a.choice.cables {
					hit[fmt.Sprintf("%s 1:%d", a.choice.medium, x.legs)]++
					if x.part.Spec != nil {
						hit["specification"]++
					}
				}
				if len(a.choice.cables) == 2 && len(c.links) == 1 {
					hit["two fibres"]++
				}
				for _, l := range c.links {
					if a.choice.as[l.a.String()] != a.choice.as[l.b.String()] {
						hit["different variants"]++
					}
				}
			}
			if len(a.half) > 0 {
				hit["half-used cage"]++
			}
			if len(a.far) > 0 {
				hit["split by distance"]++
			}
			if len(c.cages) > 4 {
				hit["large component"]++
			}
		}
	}
	for _, rule := range []string{"mixed cage", "unknown", "no cable", "existing", "dac 1:1", "dac 1:2", "dac 1:4", "acc 1:1", "acc 1:2", "aoc 1:1",
		"aoc 1:2", "optical 1:1", "optical 1:2", "twisted-pair 1:1", "specification", "two fibres", "different variants",
		"half-used cage", "split by distance", "large component"} {
		if hit[rule] < 5 {
			t.Errorf("the rule %q was hit %d times by 4000 plans; at least 5 are wanted", rule, hit[rule])
		}
	}
	t.Log(hit)
}
