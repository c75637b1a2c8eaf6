package catalog

import "sync"

// memory keeps what was worked out for one number of the state. With another number, everything is worked out anew when it is next asked
// for. What it gives is shared: nobody changes it.
type memory struct {
	mu     sync.Mutex
	number int64
	kept   map[string]any
	weight int // of all that is kept
}

// A memory keeps so many answers and so much weight, some 25 MB, for filters are free to invent.
const (
	mostKept   = 200
	mostWeight = 50_000
)

// weighty is an answer that may be large. Its weight is its size in half kilobytes or so.
type weighty interface{ weight() int }

// remember is what work gives, or has given for this number and key, which is one type's alone.
func remember[T any](m *memory, number int64, key string, work func() (T, error)) (T, error) {
	if known, ok := m.get(number, key); ok {
		return known.(T), nil
	}
	fresh, err := work()
	if err == nil {
		m.put(number, key, fresh)
	}
	return fresh, err
}

func (m *memory) get(number int64, key string) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.kept[key]
	return v, ok && number == m.number
}

// put keeps v, unless the number is older than what is kept: then the one who asked read just before a change.
func (m *memory) put(number int64, key string, v any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	weight := 1
	if w, ok := v.(weighty); ok {
		weight += w.weight()
	}
	if number < m.number || weight > mostWeight {
		return
	}
	if number > m.number || len(m.kept) >= mostKept || m.weight+weight > mostWeight {
		m.number, m.kept, m.weight = number, map[string]any{}, 0
	}
	m.kept[key], m.weight = v, m.weight+weight
}
