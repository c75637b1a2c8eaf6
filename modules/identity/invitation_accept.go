package identity

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
)

// checkInvitation returns the invitation that the code belongs to, or codeInvalidCode, whatever is
// wrong. Like checkCode it counts the attempt first, in a transaction of its own.
func checkInvitation(
	ctx context.Context, db *gorm.DB, secrets secret.Keyring, code submittedCode, now time.Time,
) (invitation, error) {
	var matched *invitation
	err := database.InTx(ctx, db, func(tx *gorm.DB) error {
		matched = nil
		if err := lockEmailAddress(tx, code.AddressID, now); err != nil {
			return err
		}
		counted, err := countInvitationAttempt(tx, code, now)
		if err != nil {
			return err
		}
		allowed, err := countDailyAttempt(tx, code, counted != nil, now)
		if err != nil {
			return err
		}
		if allowed && counted != nil && counted.matches(code.Code, secrets) {
			matched = counted
			return nil
		}
		return publishRejection(ctx, tx, code.Purpose, code.AddressID)
	})
	switch {
	case err != nil:
		return invitation{}, err
	case matched == nil:
		return invitation{}, invalidCode()
	}
	return *matched, nil
}

// acceptInvitation makes the account of the address a member of the staff, or makes one, with the
// password, and logs its owner in; every other session ends. It returns codeInvalidCode when the
// invitation has been accepted, revoked or sent again, and when the account is disabled or one of
// the staff.
func acceptInvitation(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, i invitation, hash string, now time.Time,
) (user, session, error) {
	u, known, err := lockAccountOf(ctx, tx, challenge{AddressID: i.AddressID}, i.Email, now)
	if err != nil {
		return user{}, session{}, err
	}
	if known && (u.disabled() || u.isStaff()) {
		return user{}, session{}, invalidCode()
	}
	r, err := lockRole(tx, i.RoleID)
	switch {
	case fault.Is(err, fault.NotFound): // deleted after the invitation was revoked
		return user{}, session{}, invalidCode()
	case err != nil:
		return user{}, session{}, err
	}
	if err := acceptPending(tx, &i, now); err != nil {
		return user{}, session{}, err
	}
	if !known {
		u = newUser(id.New(), i.Email, i.FullName, i.Locale, now)
	}
	ctx = eventbus.WithActor(ctx, u.actor())
	if err := setInvitedPassword(ctx, tx, &u, i.AddressID, !known, hash, now); err != nil {
		return user{}, session{}, err
	}
	if err := endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByPassword); err != nil {
		return user{}, session{}, err
	}
	u.setStaffRole(&r, now)
	if err := saveUser(tx, &u); err != nil {
		return user{}, session{}, err
	}
	if err := enforceRole(ctx, tx, authority, &u, now); err != nil {
		return user{}, session{}, err
	}
	if err := eventbus.Publish(ctx, tx, events.InvitationAccepted{
		InvitationID: i.ID, AddressID: i.AddressID, UserID: u.ID,
	}); err != nil {
		return user{}, session{}, err
	}
	s, err := startSession(ctx, tx, &u, events.LoginWithInvitation, now)
	return u, s, err
}

// setInvitedPassword sets the password of the account, which it creates if it is new, and publishes
// what that changed.
func setInvitedPassword(
	ctx context.Context, tx *gorm.DB, u *user, addressID string, isNew bool, hash string, now time.Time,
) error {
	first := u.setPassword(hash, now)
	var published []eventbus.Event
	if isNew {
		if err := insertUser(tx, u, addressID, now); err != nil {
			return err
		}
		published = append(published, u.createdEvent(events.OriginInvitation))
	}
	if first {
		if err := deleteRegistrationsOf(ctx, tx, u.Email, ""); err != nil {
			return err
		}
		published = append(published, u.emailVerifiedEvent())
	}
	return eventbus.Publish(ctx, tx, append(published, u.passwordChangedEvent(events.PasswordSetWithCode, first))...)
}

// recordInvitationRejection is recordRejection for an invitation.
func recordInvitationRejection(ctx context.Context, db *gorm.DB, i *invitation, err error, now time.Time) error {
	return recordRejection(ctx, db, &challenge{Purpose: onetimecode.Invitation, AddressID: i.AddressID}, err, now)
}
