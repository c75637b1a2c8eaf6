package catalog

import "sync"

// memory keeps what was counted and ranked of one version of the catalogue: to count a hundred thousand products for each page of
// twenty would cost more than the page. With another version, everything is worked out anew when it is next asked for.
type memory struct {
	mu      sync.Mutex
	version int64
	kept    map[string]any
}

// mostKept bounds the memory: filters are free to invent. An answer is at most a few thousand ids.
const mostKept = 200

// remember is what work gives, or has given for this version and key, which is one type's alone.
func remember[T any](m *memory, version int64, key string, work func() (T, error)) (T, error) {
	if known, ok := m.get(version, key); ok {
		return known.(T), nil
	}
	fresh, err := work()
	if err == nil {
		m.put(version, key, fresh)
	}
	return fresh, err
}

func (m *memory) get(version int64, key string) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.kept[key]
	return v, ok && version == m.version
}

// put keeps v, unless the version is older than what is kept: then the one who asked read just before a change.
func (m *memory) put(version int64, key string, v any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if version < m.version {
		return
	}
	if version > m.version || len(m.kept) >= mostKept {
		m.version, m.kept = version, map[string]any{}
	}
	m.kept[key] = v
}
