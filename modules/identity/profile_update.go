package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// profileEdit is what a user may change of the profile; nil leaves a field as it is.
type profileEdit struct {
	FullName *string
	Phone    **string // points at nil to clear
	Locale   *string
}

// apply tells whether e changes anything.
func (e profileEdit) apply(u *user) bool {
	before := *u
	if e.FullName != nil {
		u.rename(*e.FullName)
	}
	if e.Phone != nil {
		u.Phone = *e.Phone
	}
	if e.Locale != nil {
		u.Locale = *e.Locale
	}
	return u.FullName != before.FullName || u.Locale != before.Locale || !equal(u.Phone, before.Phone)
}

func equal(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// editProfile changes the user's profile and announces it as it now is; an edit that changes nothing announces nothing.
func (s *service) editProfile(ctx context.Context, tx *gorm.DB, userID string, e profileEdit) (user, error) {
	u, err := lockUser(tx, userID)
	if err != nil || !e.apply(&u) {
		return u, err
	}
	u.UpdatedAt = s.Clock.Now()
	if err := saveUser(tx, &u); err != nil {
		return u, err
	}
	return u, eventbus.Publish(ctx, tx, events.ProfileChanged{UserID: u.ID, Locale: u.Locale, Email: u.Email, FullName: u.FullName, Phone: u.Phone})
}
