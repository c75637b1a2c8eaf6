package webhooks

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// pingName is the name of the event that a test of an endpoint sends. It is in no log.
const pingName = "webhooks.ping.v1"

// publicEvent is an event that leaves the service.
type publicEvent struct {
	name string
	when string // what it says, one sentence for the document
	typ  reflect.Type
	// subscribe makes a consumer get the event.
	subscribe func(bus *eventbus.Bus, c eventbus.Consumer, handle outboxHandler)
}

// outboxHandler gets events of one name, in the order of the log.
type outboxHandler = func(ctx context.Context, tx *gorm.DB, arrived []arrivedEvent) error

// arrivedEvent is what the outbox needs of an event.
type arrivedEvent struct {
	name, id, key, subject string
	seq                    int64
	occurredAt             time.Time
}

// catalogue is a list of public events.
type catalogue []publicEvent

// byName returns the event of a name, and false for one that is not public.
func (c catalogue) byName(name string) (publicEvent, bool) {
	i := slices.IndexFunc(c, func(e publicEvent) bool { return e.name == name })
	if i < 0 {
		return publicEvent{}, false
	}
	return c[i], true
}

// names returns the names of the events in the log, without the ping.
func (c catalogue) names() (names []string) {
	for _, e := range c {
		if e.name != pingName {
			names = append(names, e.name)
		}
	}
	return names
}

var versionPattern = regexp.MustCompile(`^(.+)\.v([0-9]+)$`)

// splitVersion returns the parts of a name: "ordering.order_placed.v1" is
// ("ordering.order_placed", 1).
func splitVersion(name string) (base string, version int) {
	m := versionPattern.FindStringSubmatch(name)
	if m == nil {
		panic(fmt.Sprintf("webhooks: the event %q has no version", name))
	}
	version, _ = strconv.Atoi(m[2])
	return m[1], version
}

// newest returns the newest version of each event.
func (c catalogue) newest() versions {
	found := versions{}
	for _, e := range c {
		base, version := splitVersion(e.name)
		found[base] = max(found[base], version)
	}
	return found
}

// versions are the versions of events by their names without one.
type versions map[string]int

// patternMatches reports whether a pattern, which is a name or a prefix and *, selects a name.
func patternMatches(pattern, name string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, prefix)
	}
	return pattern == name
}

// isKnown reports whether a pattern selects any of the events.
func (c catalogue) isKnown(pattern string) bool {
	return slices.ContainsFunc(c, func(e publicEvent) bool { return patternMatches(pattern, e.name) })
}

// subscription is what a reader wants: patterns, and the versions that were the newest when the
// reader saved them.
type subscription struct {
	patterns []string
	newest   versions
}

// matches reports whether the reader gets the event. A prefix selects of an event's versions the
// newest of its time, and of a later event the first.
func (s subscription) matches(name string) bool {
	base, version := splitVersion(name)
	chosen := max(s.newest[base], 1)
	return slices.ContainsFunc(s.patterns, func(pattern string) bool {
		return pattern == name || patternMatches(pattern, name) && version == chosen
	})
}

// selected returns the names of the events in the log that the reader gets.
func (c catalogue) selected(s subscription) []string {
	return slices.DeleteFunc(c.names(), func(name string) bool { return !s.matches(name) })
}
