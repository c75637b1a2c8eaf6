package reviews

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// author is a read model of identity's: the name under which a user's reviews are shown. It is the row that is locked while
// something of the user is added. After an erasure it is a tombstone.
type author struct {
	UserID      string `gorm:"primaryKey"`
	DisplayName string // blank while it is not known
	Erased      bool
	Seq         int64 // of the event that it stems from
}

func (author) TableName() string { return "reviews_authors" }

// rememberAuthor keeps the name of a new account. An event whose personal fields were blanked meanwhile is dropped.
func rememberAuthor(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	return upsertAuthor(tx, m.Event.UserID, m.Event.FullName, m.Seq)
}

func renameAuthor(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.ProfileChanged]) error {
	return upsertAuthor(tx, m.Event.UserID, m.Event.FullName, m.Seq)
}

// upsertAuthor writes the name unless it is blank, or what stands there is newer or a tombstone.
func upsertAuthor(tx *gorm.DB, userID, fullName string, seq int64) error {
	if fullName == "" {
		return nil
	}
	return database.UpsertNewer(tx, &author{UserID: userID, DisplayName: firstName(fullName), Seq: seq}, "display_name")
}

// firstName is the first word of a full name that is no title ("Dr."), or the first after the comma of "Lovelace, Ada". It is blank for a
// name that begins with an address.
func firstName(fullName string) string {
	if _, after, found := strings.Cut(fullName, ","); found {
		fullName = after
	}
	words := slices.DeleteFunc(strings.Fields(fullName), func(w string) bool { return strings.HasSuffix(w, ".") })
	if len(words) == 0 || strings.Contains(words[0], "@") {
		return ""
	}
	return words[0]
}

// lockAuthor locks the user's row until the transaction ends, and makes it when absent.
func lockAuthor(tx *gorm.DB, userID string) (author, error) {
	a := author{UserID: userID}
	return a, database.LockOrCreate(tx, &a)
}
