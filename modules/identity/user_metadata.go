package identity

import (
	"time"

	"orderd/platform/metadata"
)

// userMetadata has the metadata of users for the filters of lists. It goes with the account.
var userMetadata = metadata.Table{Name: "identity_user_metadata", Owner: "user_id"}

// setMetadata replaces the metadata and reports whether that changed anything.
func (u *user) setMetadata(to metadata.Object, now time.Time) bool {
	if u.Metadata.Equal(to) {
		return false
	}
	u.Metadata, u.UpdatedAt = to, now
	return true
}
