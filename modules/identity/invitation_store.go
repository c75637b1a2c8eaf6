package identity

import (
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// findInvitations returns a page of the invitations with their roles, newest first.
func findInvitations(db *gorm.DB, p httpapi.Page) ([]invitation, int64, error) {
	found, total, err := httpapi.FindPage[invitation](db.Model(&invitation{}), p, "created_at DESC, id DESC")
	if err != nil {
		return nil, 0, err
	}
	return found, total, loadInvitationRoles(db, found)
}

// loadInvitationRoles sets the roles of the invitations.
func loadInvitationRoles(db *gorm.DB, invitations []invitation) error {
	var ids []string
	for _, i := range invitations {
		ids = append(ids, i.RoleID)
	}
	if len(ids) == 0 {
		return nil
	}
	var roles []staffRole
	if err := db.Where("id IN ?", ids).Find(&roles).Error; err != nil {
		return err
	}
	for n := range invitations {
		for _, r := range roles {
			if r.ID == invitations[n].RoleID {
				invitations[n].role = r
			}
		}
	}
	return nil
}

// invitationByID returns the invitation with its role, or fault.Missing.
func invitationByID(db *gorm.DB, invitationID string) (invitation, error) {
	i, err := database.ByID[invitation](db, invitationID)
	if err != nil {
		return invitation{}, err
	}
	i.role, err = roleByID(db, i.RoleID)
	return i, err
}

// lockInvitation locks the invitation and its role, the role first, or returns fault.Missing.
func lockInvitation(tx *gorm.DB, invitationID string) (invitation, error) {
	found, err := invitationByID(tx, invitationID)
	if err != nil {
		return invitation{}, err
	}
	r, err := lockRole(tx, found.RoleID)
	if err != nil {
		return invitation{}, err
	}
	i, err := database.ByID[invitation](database.ForUpdate(tx), invitationID)
	i.role = r
	return i, err
}

// saveInvitation writes every column of a locked invitation.
func saveInvitation(tx *gorm.DB, i *invitation) error { return tx.Select("*").Updates(i).Error }

// pendingInvitation returns the pending invitation to the address with its role; found is false
// when there is none.
func pendingInvitation(tx *gorm.DB, addressID string) (i invitation, found bool, err error) {
	err = tx.Where("address_id = ? AND status = ?", addressID, invitationPending).Take(&i).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return i, false, nil
	}
	if err == nil {
		i.role, err = roleByID(tx, i.RoleID)
	}
	return i, err == nil, err
}

// revokePending revokes the pending invitation to the address and returns its id, or "".
func revokePending(tx *gorm.DB, addressID string, now time.Time) (revoked string, err error) {
	err = tx.Raw(`UPDATE identity_invitations SET status = ?, updated_at = ? WHERE address_id = ? AND status = ?
		RETURNING id`,
		invitationRevoked, now, addressID, invitationPending).Scan(&revoked).Error
	return revoked, err
}

// pendingInvitationsBy returns the pending invitations that the actor has made, with their roles.
func pendingInvitationsBy(tx *gorm.DB, actor string) (pending []invitation, err error) {
	if err := tx.Where("invited_by = ? AND status = ?", actor, invitationPending).Order("id").
		Find(&pending).Error; err != nil {
		return nil, err
	}
	return pending, loadInvitationRoles(tx, pending)
}

// revokeOne revokes the invitation and reports whether it was pending.
func revokeOne(tx *gorm.DB, invitationID string, now time.Time) (bool, error) {
	done := tx.Model(&invitation{}).Where("id = ? AND status = ?", invitationID, invitationPending).
		Updates(map[string]any{"status": invitationRevoked, "updated_at": now})
	return done.RowsAffected == 1, done.Error
}

// countInvitationAttempt counts an attempt at the pending invitation to the address and returns it,
// if it had one left. A request that names the invitation has attempts of its own.
func countInvitationAttempt(tx *gorm.DB, code submittedCode, now time.Time) (*invitation, error) {
	column, query := "unnamed_attempts", tx.Where("address_id = ?", code.AddressID)
	if code.Named != "" {
		column, query = "attempts", query.Where("id = ?", code.Named)
	}
	var counted []invitation
	done := query.Model(&counted).Clauses(clause.Returning{}).
		Where("status = ? AND expires_at > ? AND "+column+" < ?", invitationPending, now, maxAttempts).
		UpdateColumn(column, gorm.Expr(column+" + 1"))
	return firstOf(counted), done.Error
}

// acceptPending marks the invitation as accepted. It returns codeInvalidCode when it was accepted,
// revoked or sent again meanwhile.
func acceptPending(tx *gorm.DB, i *invitation, now time.Time) error {
	done := tx.Model(&invitation{}).Where("id = ? AND challenge_id = ? AND status = ? AND expires_at > ?", i.ID,
		i.ChallengeID, invitationPending, now).
		Updates(map[string]any{"status": invitationAccepted, "updated_at": now})
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidCode()
	}
	return done.Error
}

// startInvitation starts the life of the code that was sent. An invitation that was sent again or
// accepted does not change.
func startInvitation(tx *gorm.DB, challengeID string, sentAt time.Time) error {
	return tx.Model(&invitation{}).Where("challenge_id = ? AND status = ?", challengeID, invitationPending).
		Update("expires_at", sentAt.Add(invitationTTL)).Error
}
