package catalog

import "sync"

// cache keeps what was computed for one generation: one value of a counter in catalogState. Another
// generation empties it. Callers share the values and must not change them.
type cache struct {
	mu         sync.Mutex
	generation int64
	entries    map[string]any
	weight     int // of all entries
}

// The limits of a cache, some 25 MB. Clients may ask for any number of different filters.
const (
	maxCacheEntries = 200
	maxCacheWeight  = 50_000
)

// sized is a value that may be large. Its weight is its size in units of about 500 bytes.
type sized interface{ weight() int }

// getOrCompute returns the cached value of the generation and key, or computes and caches it. A key
// belongs to one type of value.
func getOrCompute[T any](c *cache, generation int64, key string, compute func() (T, error)) (T, error) {
	if cached, ok := c.get(generation, key); ok {
		return cached.(T), nil
	}
	computed, err := compute()
	if err == nil {
		c.put(generation, key, computed)
	}
	return computed, err
}

func (c *cache) get(generation int64, key string) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.entries[key]
	return v, ok && generation == c.generation
}

// put ignores a generation older than the cache's: its reader read the state just before a change.
func (c *cache) put(generation int64, key string, v any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	weight := 1
	if s, ok := v.(sized); ok {
		weight += s.weight()
	}
	if generation < c.generation || weight > maxCacheWeight {
		return
	}
	if generation > c.generation || len(c.entries) >= maxCacheEntries || c.weight+weight > maxCacheWeight {
		c.generation, c.entries, c.weight = generation, map[string]any{}, 0
	}
	c.entries[key], c.weight = v, c.weight+weight
}
