package catalog

import "sync"

// counted keeps what was counted of one version of the catalogue: to count a hundred thousand products for each page of twenty would cost
// more than the page. Another version, and everything is counted anew when it is next asked for.
type counted struct {
	mu      sync.Mutex
	version int64
	totals  map[string]int64
	facets  map[string]facetsView
}

// mostCounted bounds the memory: filters are free to invent.
const mostCounted = 2000

// total is what count gives, or has given for this version and key.
func (c *counted) total(version int64, key string, count func() (int64, error)) (int64, error) {
	return remembered(c, version, key, func() map[string]int64 { return c.totals }, count)
}

// facetsOf is the same for facets.
func (c *counted) facetsOf(version int64, key string, count func() (facetsView, error)) (facetsView, error) {
	return remembered(c, version, key, func() map[string]facetsView { return c.facets }, count)
}

func remembered[T any](c *counted, version int64, key string, kept func() map[string]T, count func() (T, error)) (T, error) {
	c.mu.Lock()
	c.turn(version)
	known, ok := kept()[key]
	ok = ok && c.version == version
	c.mu.Unlock()
	if ok {
		return known, nil
	}
	fresh, err := count()
	if err != nil {
		return fresh, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.turn(version); c.version == version && len(kept()) < mostCounted {
		kept()[key] = fresh
	}
	return fresh, nil
}

// turn forgets what is older than the version.
func (c *counted) turn(version int64) {
	if version > c.version || c.totals == nil {
		c.version, c.totals, c.facets = version, map[string]int64{}, map[string]facetsView{}
	}
}
