package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus"
)

// profileChange is what may be changed of a profile; nil leaves a field as it is.
type profileChange struct {
	FullName *string
	Phone    **string // points at nil to clear
	Locale   *string
}

// apply applies the change to u and returns the fields that have another value now.
func (c profileChange) apply(u *user, now time.Time) (changed []events.ProfileField) {
	if c.FullName != nil && u.FullName != *c.FullName {
		u.FullName, changed = *c.FullName, append(changed, events.ProfileFullName)
	}
	if c.Phone != nil && !equal(u.Phone, *c.Phone) {
		u.Phone, changed = *c.Phone, append(changed, events.ProfilePhone)
	}
	if c.Locale != nil && u.Locale != *c.Locale {
		u.Locale, changed = *c.Locale, append(changed, events.ProfileLocale)
	}
	if changed != nil {
		u.UpdatedAt = now
	}
	return changed
}

func equal(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// updateProfile changes the profile of the user and publishes it as it now is. A change that
// changes nothing publishes nothing.
func updateProfile(ctx context.Context, tx *gorm.DB, userID string, c profileChange, now time.Time) (user, error) {
	u, err := lockUser(tx, userID)
	if err != nil || c.apply(&u, now) == nil {
		return u, err
	}
	if err := saveUser(tx, &u); err != nil {
		return u, err
	}
	return u, eventbus.Publish(ctx, tx, u.profileChangedEvent())
}
