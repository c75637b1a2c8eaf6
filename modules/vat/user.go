package vat

import (
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
)

// user is the row that all that changes a user's id locks first, and the tombstone that an erasure
// leaves.
type user struct {
	UserID string `gorm:"primaryKey"`
	Erased bool
}

func (user) TableName() string { return "vat_users" }

// lockUser locks the user's row until the transaction ends, and creates it when absent.
func lockUser(tx *gorm.DB, userID string) (user, error) {
	u := user{UserID: userID}
	err := database.LockOrCreate(tx, &u)
	return u, err
}

// lockCaller locks the caller's row. It returns fault.Unauthenticated when the user is erased: a
// token may outlive its account for a moment.
func lockCaller(tx *gorm.DB, userID string) error {
	u, err := lockUser(tx, userID)
	if err == nil && u.Erased {
		return fault.New(fault.Unauthenticated, "The account has been erased.")
	}
	return err
}
