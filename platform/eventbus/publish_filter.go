package eventbus

import (
	"strings"
	"sync"
)

// consumerFilter is the filter of a subscription of this binary.
type consumerFilter struct {
	consumer string
	accepts  func(payload []byte) (bool, error) // nil: all
	imported bool                               // only events of other databases
}

// filters are the filters of all subscriptions of a bus.
type filters struct {
	mu     sync.RWMutex
	byName map[string][]consumerFilter // by event name
}

func (f *filters) add(event string, filter consumerFilter) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byName == nil {
		f.byName = map[string][]consumerFilter{}
	}
	f.byName[event] = append(f.byName[event], filter)
}

// refusals returns the deliveries that Publish does not make, as deliveryToken writes them.
func (f *filters) refusals(records []eventRecord) string {
	return f.tokens(records, func(filter consumerFilter, payload string) bool {
		return filter.imported || filter.refuses(payload)
	})
}

// importRefusals returns those that Import does not make.
func (f *filters) importRefusals(records []eventRecord) string {
	return f.tokens(records, consumerFilter.refuses)
}

func (f *filters) tokens(records []eventRecord, refuses func(filter consumerFilter, payload string) bool) string {
	f.mu.RLock()
	defer f.mu.RUnlock()
	var tokens strings.Builder
	for _, r := range records {
		for _, filter := range f.byName[r.name] {
			if refuses(filter, r.payload) {
				tokens.WriteString(deliveryToken(filter.consumer, r.id))
			}
		}
	}
	return tokens.String()
}

// deliveryToken names a delivery of an event whose sequence number is not known yet. The statements
// of publish_insert.go write it too.
func deliveryToken(consumer, eventID string) string { return ";" + consumer + " " + eventID + ";" }

// refuses reports whether the filter refuses an event. It does not refuse an event that it fails
// on: the handler's worker then meets the same failure, and the publisher does not.
func (f consumerFilter) refuses(payload string) (refused bool) {
	if f.accepts == nil {
		return false
	}
	defer func() {
		if recover() != nil {
			refused = false
		}
	}()
	accepted, err := f.accepts([]byte(payload))
	return err == nil && !accepted
}
