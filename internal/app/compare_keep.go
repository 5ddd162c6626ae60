package app

import (
	"slices"
	"sync"
)

// keptComparisons is how many comparisons are held: who pages and filters
// through one, or through two answers, asks for the same over and over. Each
// keeps both of its results alive, so they are few.
const keptComparisons = 2

// A comparisonCache holds the comparisons asked for last. It is safe for
// concurrent use; what it gives must not be changed.
type comparisonCache struct {
	lock sync.Mutex
	kept []keptComparison // the last used at the end
}

type keptComparison struct {
	was, is    resultKey
	comparison Comparison
}

// compare is what changed from one checked plan to another, both asked of Plans.
func (k *comparisonCache) compare(was, is *Checked) Comparison {
	if c, ok := k.find(was.key, is.key); ok {
		return c
	}
	c := compare(was, is)
	k.lock.Lock()
	defer k.lock.Unlock()
	k.kept = append(k.kept, keptComparison{was.key, is.key, c})
	if n := len(k.kept) - keptComparisons; n > 0 {
		k.kept = slices.Delete(k.kept, 0, n)
	}
	return c
}

func (k *comparisonCache) find(was, is resultKey) (Comparison, bool) {
	k.lock.Lock()
	defer k.lock.Unlock()
	i := slices.IndexFunc(k.kept, func(x keptComparison) bool { return x.was == was && x.is == is })
	if i < 0 {
		return Comparison{}, false
	}
	x := k.kept[i]
	k.kept = append(slices.Delete(k.kept, i, i+1), x)
	return x.comparison, true
}
