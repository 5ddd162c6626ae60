package planner

// An arena cuts small slices from large ones, so that a plan of many cables
// is few pieces of memory.
type arena[T any] struct{ rest []T }

// take gives an empty slice with room for n.
func (a *arena[T]) take(n int) []T {
	const chunk = 1024
	if len(a.rest) < n {
		a.rest = make([]T, max(n, chunk))
	}
	out := a.rest[:0:n]
	a.rest = a.rest[n:]
	return out
}

func (a *arena[T]) copy(list []T) []T { return append(a.take(len(list)), list...) }

// chunks is a list that grows without moving what it holds.
type chunks[T any] struct {
	full [][]T
	last []T
}

const chunkSize = 256

// len is how many the list holds.
func (c *chunks[T]) len() int { return len(c.full)*chunkSize + len(c.last) }

// add appends a zero value and gives its place, to be filled.
func (c *chunks[T]) add() *T {
	if len(c.last) == cap(c.last) {
		if c.last != nil {
			c.full = append(c.full, c.last)
		}
		c.last = make([]T, 0, chunkSize)
	}
	c.last = c.last[:len(c.last)+1]
	return &c.last[len(c.last)-1]
}

// at is the place of an element.
func (c *chunks[T]) at(i int) *T {
	if n := i / chunkSize; n < len(c.full) {
		return &c.full[n][i%chunkSize]
	}
	return &c.last[i%chunkSize]
}
