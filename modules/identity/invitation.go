package identity

import (
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// invitationTTL is the life of the code of an invitation.
const invitationTTL = 72 * time.Hour

// invitationStatus says what became of an invitation.
type invitationStatus string

// The statuses. A pending one whose time is over is shown as expired.
const (
	invitationPending  invitationStatus = "pending"
	invitationAccepted invitationStatus = "accepted"
	invitationRevoked  invitationStatus = "revoked"
	invitationExpired  invitationStatus = "expired" // not stored
)

// Values are all of them.
func (invitationStatus) Values() []string {
	return convert.Strings(invitationPending, invitationAccepted, invitationRevoked, invitationExpired)
}

// invitation asks the owner of an email address to join the staff. An address has one pending
// invitation at most: a newer one revokes the older. Its code is derived from the challenge id, and
// is good like that of a challenge, for 72 hours.
type invitation struct {
	ID          string `gorm:"primaryKey"`
	Email       string
	AddressID   string // pseudonym.Key.OfEmail
	FullName    string
	Locale      string
	RoleID      string
	InvitedBy   string // the actor
	Status      invitationStatus
	ChallengeID string // another one each time it is sent
	Attempts    int    // of requests that name the invitation
	// UnnamedAttempts are those of requests that name none: who has the mail has the id.
	UnnamedAttempts int
	ExpiresAt       time.Time
	CreatedAt       time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt       time.Time `gorm:"autoUpdateTime:false"`

	role staffRole // set by loadInvitationRoles
}

func (invitation) TableName() string { return "identity_invitations" }

// statusAt is the status that a client sees.
func (i *invitation) statusAt(now time.Time) invitationStatus {
	if i.Status == invitationPending && !now.Before(i.ExpiresAt) {
		return invitationExpired
	}
	return i.Status
}

// renew gives the invitation another code. The former one is no longer good.
func (i *invitation) renew(now time.Time) {
	i.ChallengeID, i.Attempts, i.UnnamedAttempts, i.ExpiresAt, i.UpdatedAt = id.New(), 0, 0,
		now.Add(mailDeadline+invitationTTL), now
}

// matches reports whether code is the code of the invitation, under any of the secrets.
func (i *invitation) matches(code string, secrets secret.Keyring) bool {
	found := false
	for key := range secrets.Keys() {
		if onetimecode.Equal(code, onetimecode.Derive(key, onetimecode.Invitation, i.ChallengeID)) {
			found = true
		}
	}
	return found
}

func (i *invitation) invitedEvent(resent bool) events.StaffInvited {
	return events.StaffInvited{
		InvitationID: i.ID, ChallengeID: i.ChallengeID, AddressID: i.AddressID, RoleID: i.RoleID, RoleName: i.role.Name,
		Resent: resent, Locale: i.Locale, Email: i.Email, FullName: i.FullName,
	}
}
