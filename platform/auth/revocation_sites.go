package auth

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// SessionRevoked is published by Revoke where several databases share their events: access tokens
// of a session have ended.
type SessionRevoked struct {
	SessionID string `json:"sessionId"`
	// NewRole is empty when all tokens have ended, for good, else those with another role have.
	NewRole   Role   `json:"newRole"`
	NewScopes Scopes `json:"newScopes,omitempty"` // of NewRole, when it is RoleStaff
	NewRoleID string `json:"newRoleId,omitempty"` // likewise
	// NewSecondFactor is whether the owner has a second factor, when that has changed.
	NewSecondFactor *bool     `json:"newSecondFactor,omitempty"`
	ExpiresAt       time.Time `json:"expiresAt"` // no token is valid any longer than until then
}

// EventName implements eventbus.Event.
func (SessionRevoked) EventName() string { return "auth.session_revoked.v1" }

// EventKey implements eventbus.Event.
func (e SessionRevoked) EventKey() string { return e.SessionID }

// Subscribe makes the revocations and the API keys of other databases count here: after the
// handler's commit at once, on the other replicas within a second. Call it before the bus starts. A
// service with one database does not need it.
func (a *Authority) Subscribe(bus *eventbus.Bus) {
	revocations := eventbus.Consumer{Name: "auth.revocations"}
	eventbus.On(bus, revocations, a.onSessionRevoked, eventbus.Imported[SessionRevoked]())
	keys := eventbus.Consumer{Name: "auth.keys"}
	eventbus.On(bus, keys, a.onKeySaved, eventbus.Imported[KeySaved]())
	eventbus.On(bus, keys, a.onKeyUsed, eventbus.Imported[KeyUsed]())
}

func (a *Authority) onSessionRevoked(ctx context.Context, tx *gorm.DB, m eventbus.Message[SessionRevoked]) error {
	if m.Event.ExpiresAt.Before(a.o.Clock.Now()) {
		return nil
	}
	e := m.Event
	_, err := a.writeRevocations(ctx, tx, revocationRow{NewRole: e.NewRole, NewScopes: e.NewScopes, NewRoleID: e.NewRoleID,
		NewSecondFactor: e.NewSecondFactor, ExpiresAt: e.ExpiresAt}, e.SessionID)
	return err
}

// publishRevocations publishes what Revoke has written.
func publishRevocations(ctx context.Context, tx *gorm.DB, rows []revocationRow) error {
	events := make([]eventbus.Event, len(rows))
	for i, r := range rows {
		events[i] = SessionRevoked{
			SessionID: r.SessionID, NewRole: r.NewRole, NewScopes: r.NewScopes, NewRoleID: r.NewRoleID,
			NewSecondFactor: r.NewSecondFactor, ExpiresAt: r.ExpiresAt,
		}
	}
	return eventbus.PublishToSites(ctx, tx, events...)
}
