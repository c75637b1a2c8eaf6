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

// author is a copy of identity's account: the name under which a user's reviews are shown. Its row
// is locked while something of the user is added. After an erasure it is a tombstone.
type author struct {
	UserID      string `gorm:"primaryKey"`
	DisplayName string // blank while it is not known
	Erased      bool
	Seq         int64 // of the event that it comes from
}

func (author) TableName() string { return "reviews_authors" }

func onAccountCreated(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.AccountCreated]) error {
	return upsertAuthor(tx, m.Event.UserID, m.Event.FullName, m.Seq)
}

func onProfileChanged(_ context.Context, tx *gorm.DB, m eventbus.Message[identity.ProfileChanged]) error {
	return upsertAuthor(tx, m.Event.UserID, m.Event.FullName, m.Seq)
}

// upsertAuthor copies the name, unless the copy is newer or a tombstone. The name is blank in an
// event whose personal fields were erased before it arrived; then it does nothing.
func upsertAuthor(tx *gorm.DB, userID, fullName string, seq int64) error {
	if fullName == "" {
		return nil
	}
	return database.UpsertNewer(tx, &author{UserID: userID, DisplayName: firstName(fullName), Seq: seq}, "display_name")
}

// firstName is the first word of a full name that is no title ("Dr."), or the first after the comma
// of "Lovelace, Ada". It is blank for a name that begins with an email address.
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

// lockAuthor locks the user's row until the transaction ends, and creates it when absent.
func lockAuthor(tx *gorm.DB, userID string) (author, error) {
	a := author{UserID: userID}
	err := database.LockOrCreate(tx, &a)
	return a, err
}
