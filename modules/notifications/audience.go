package notifications

import (
	"gorm.io/gorm"
)

// audience finds the users who are notified of an event. Their inboxes are locked in its order.
// Notices to the staff have none: staffDirectory finds who gets them.
type audience func(tx *gorm.DB) (userIDs []string, err error)

// noOne is the audience of an event without a notification.
func noOne(*gorm.DB) ([]string, error) { return nil, nil }

// onlyUser is one user. The copy of users may not have the account yet.
func onlyUser(userID string) audience {
	return func(*gorm.DB) ([]string, error) { return []string{userID}, nil }
}

// ownerOf is the user with the address, if there is one. The address is blank once it was erased.
func (n *notifier) ownerOf(email string) audience {
	return func(tx *gorm.DB) ([]string, error) {
		if email == "" {
			return nil, nil
		}
		return findByAddress(tx, n.pseudonyms.OfEmail(email))
	}
}
