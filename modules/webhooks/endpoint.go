package webhooks

import (
	"slices"
	"strings"
	"time"

	"orderd/modules/webhooks/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/secret"
)

// maxEndpoints is how many endpoints there may be.
const maxEndpoints = 20

// endpointStatus is what admins see of an endpoint's health.
type endpointStatus string

const (
	endpointActive   endpointStatus = "active"
	endpointFailing  endpointStatus = "failing"  // probed until it answers
	endpointDisabled endpointStatus = "disabled" // gets nothing
)

// Values are all of them.
func (endpointStatus) Values() []string {
	return convert.Strings(endpointActive, endpointFailing, endpointDisabled)
}

// SchemaName is the name in the OpenAPI document.
func (endpointStatus) SchemaName() string { return "WebhookStatus" }

// endpoint is where events are sent.
type endpoint struct {
	ID          string `gorm:"primaryKey"`
	URL         string
	Description *string
	Patterns    []string `gorm:"column:events;serializer:json"`
	// Versions are the newest of each event when the patterns were saved.
	Versions     versions `gorm:"serializer:json"`
	PersonalData bool
	Enabled      bool

	DisabledReason *events.DisabledReason
	DisabledAt     *time.Time

	// Health. Failures counts failed attempts in a row, Probes those since it is failing.
	Failures      int
	FailingSince  *time.Time
	NoticedAt     *time.Time // when admins got a notice that it is failing
	Probes        int
	NextProbeAt   *time.Time
	ProbedKey     string // of the last delivery that was a probe
	LastSuccessAt *time.Time
	ExpeditedAt   *time.Time // what waits since before then is being made due; nil: all is

	// The secret: its number, and the one before while it signs too.
	Generation  int
	SecretCheck string
	OldCheck    *string
	OldUntil    *time.Time

	DeletedAt *time.Time // it is gone but for its deliveries, which purgeDeleted deletes

	Version   int64     `gorm:"default:1"` // rises with every change of the settings
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (endpoint) TableName() string { return "webhooks_endpoints" }

// endpointSettings is what an admin decides of an endpoint.
type endpointSettings struct {
	URL          string
	Description  *string
	Patterns     []string
	PersonalData bool
	Enabled      bool
}

// newEndpoint makes an endpoint and its first secret.
func newEndpoint(s endpointSettings, ring secret.Keyring, now time.Time) (endpoint, signingKey) {
	e := endpoint{ID: id.New(), Generation: 1, Enabled: true, CreatedAt: now}
	key, check := newKey(ring, e.ID, e.Generation)
	e.SecretCheck = check
	e.change(s, now)
	return e, key
}

func (e *endpoint) settings() endpointSettings {
	return endpointSettings{e.URL, e.Description, e.Patterns, e.PersonalData, e.Enabled}
}

// change takes an admin's settings over.
func (e *endpoint) change(s endpointSettings, now time.Time) {
	e.URL, e.Description, e.PersonalData, e.UpdatedAt = s.URL, s.Description, s.PersonalData, now
	e.Patterns, e.Versions = s.Patterns, publicEvents.newest()
	switch {
	case e.Enabled && !s.Enabled:
		e.disable(events.DisabledByAdmin, now)
	case !e.Enabled && s.Enabled:
		e.Enabled, e.DisabledReason, e.DisabledAt = true, nil, nil
		e.recover()
	}
}

// disable ends all deliveries to the endpoint until an admin enables it, which makes all due that
// wait.
func (e *endpoint) disable(reason events.DisabledReason, now time.Time) {
	e.Enabled, e.DisabledReason, e.DisabledAt, e.UpdatedAt = false, &reason, &now, now
	e.ExpeditedAt = nil
}

// delete takes the endpoint away. It is disabled besides, for processes of the release before,
// which do not know DeletedAt.
func (e *endpoint) delete(now time.Time) {
	if e.Enabled {
		e.disable(events.DisabledByAdmin, now)
	}
	e.DeletedAt, e.UpdatedAt = &now, now
}

// recover makes a failing endpoint active.
func (e *endpoint) recover() {
	e.Failures, e.FailingSince, e.NoticedAt, e.Probes, e.NextProbeAt, e.ProbedKey = 0, nil, nil, 0, nil, ""
}

// rotate gives the endpoint a new secret. The one before signs too for rotationTime, unless endOld.
func (e *endpoint) rotate(ring secret.Keyring, endOld bool, now time.Time) signingKey {
	before, until := e.SecretCheck, now.Add(rotationTime)
	e.Generation, e.UpdatedAt = e.Generation+1, now
	key, check := newKey(ring, e.ID, e.Generation)
	e.SecretCheck, e.OldCheck, e.OldUntil = check, &before, &until
	if endOld {
		e.OldCheck, e.OldUntil = nil, nil
	}
	return key
}

// keys returns the secrets that sign at a time, the new one first.
func (e *endpoint) keys(ring secret.Keyring, now time.Time) []signingKey {
	keys := []signingKey{keyOf(ring, e.ID, e.Generation, e.SecretCheck)}
	if e.oldSecretUntil(now) != nil {
		keys = append(keys, keyOf(ring, e.ID, e.Generation-1, *e.OldCheck))
	}
	return keys
}

// oldSecretUntil is when the secret before ends, nil when there is none.
func (e *endpoint) oldSecretUntil(now time.Time) *time.Time {
	if e.OldUntil == nil || !now.Before(*e.OldUntil) {
		return nil
	}
	return e.OldUntil
}

// isGone reports whether the endpoint has answered 410.
func (e *endpoint) isGone() bool {
	return e.DisabledReason != nil && *e.DisabledReason == events.DisabledByGone
}

// changesQueue reports whether finishQueues may have something to do for the endpoint.
func (e *endpoint) changesQueue() bool { return e.isGone() || e.ExpeditedAt != nil }

func (e *endpoint) status() endpointStatus {
	switch {
	case !e.Enabled:
		return endpointDisabled
	case e.FailingSince != nil:
		return endpointFailing
	}
	return endpointActive
}

func (e *endpoint) subscription() subscription {
	return subscription{patterns: e.Patterns, newest: e.Versions}
}

// receives reports whether the endpoint gets an event. A disabled one gets what occurred before, so
// that a replay from that time fills the whole gap.
func (e *endpoint) receives(name string, occurredAt time.Time) bool {
	if !e.Enabled && !occurredAt.Before(*e.DisabledAt) {
		return false
	}
	return e.wants(name)
}

// wants reports whether the endpoint's patterns select an event. Erasures go to all who may hold
// what they erase.
func (e *endpoint) wants(name string) bool {
	return e.PersonalData && isErasure(name) || e.subscription().matches(name)
}

// allPatterns are the endpoint's patterns, and the names of the erasures that it gets besides.
func (e *endpoint) allPatterns() []string {
	all := slices.Clone(e.Patterns)
	for _, name := range erasures {
		if e.wants(name) && !e.subscription().matches(name) {
			all = append(all, name)
		}
	}
	return all
}

func (e *endpoint) savedEvent(created bool) events.EndpointSaved {
	return events.EndpointSaved{
		EndpointID: e.ID, Host: hostOf(e.URL), Events: e.Patterns, PersonalData: e.PersonalData, Enabled: e.Enabled,
		Created: created,
	}
}

func (e *endpoint) disabledEvent() events.EndpointDisabled {
	return events.EndpointDisabled{
		EndpointID: e.ID, Host: hostOf(e.URL), Reason: *e.DisabledReason, DisabledAt: *e.DisabledAt,
	}
}

// widens reports whether personal data goes to more places than with the settings before: to
// another URL, or of events that those did not select.
func (s *endpointSettings) widens(before endpointSettings) bool {
	return s.PersonalData && (!before.PersonalData || s.URL != before.URL || !covers(before.Patterns, s.Patterns))
}

// covers reports whether the patterns select every event that the others do, later ones too.
func covers(patterns, others []string) bool {
	return !slices.ContainsFunc(others, func(other string) bool {
		return !slices.ContainsFunc(patterns, func(p string) bool {
			prefix, open := strings.CutSuffix(p, "*")
			return p == other || open && strings.HasPrefix(other, prefix)
		})
	})
}

// checkPatterns returns what is wrong with the patterns of an endpoint.
func checkPatterns(patterns []string, pointer func(i int) string) (wrong []fault.Field) {
	for i, p := range patterns {
		if !publicEvents.isKnown(p) {
			wrong = append(wrong, fault.Field{
				Pointer: pointer(i), Code: fault.NotAllowed,
				Detail: "must be the name of a public event, or the beginning of one and *",
			})
		}
	}
	return wrong
}
