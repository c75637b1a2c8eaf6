package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// profileChange is what a user may change of the profile; nil leaves a field as it is.
type profileChange struct {
	FullName *string
	Phone    **string // points at nil to clear
	Locale   *string
}

// apply applies the change to u and reports whether it changed anything.
func (c profileChange) apply(u *user) bool {
	before := *u
	if c.FullName != nil {
		u.FullName = *c.FullName
	}
	if c.Phone != nil {
		u.Phone = *c.Phone
	}
	if c.Locale != nil {
		u.Locale = *c.Locale
	}
	return u.FullName != before.FullName || u.Locale != before.Locale || !equal(u.Phone, before.Phone)
}

func equal(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// updateProfile changes the profile of the user and publishes it as it now is. A change that
// changes nothing publishes nothing.
func updateProfile(ctx context.Context, tx *gorm.DB, userID string, c profileChange, now time.Time) (user, error) {
	u, err := lockUser(tx, userID)
	if err != nil || !c.apply(&u) {
		return u, err
	}
	u.UpdatedAt = now
	if err := saveUser(tx, &u); err != nil {
		return u, err
	}
	return u, eventbus.Publish(ctx, tx, events.ProfileChanged{UserID: u.ID, Locale: u.Locale, Email: u.Email, FullName: u.FullName, Phone: u.Phone})
}
