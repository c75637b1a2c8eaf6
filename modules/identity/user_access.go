package identity

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// standing is what an admin may change of an account; nil leaves it as it is.
type standing struct {
	Role     *auth.Role
	Disabled *bool
}

// endsAdmin tells whether the change takes an admin out of work, if its account is one's.
func (c standing) endsAdmin() bool {
	return c.Role != nil && *c.Role != auth.RoleAdmin || c.Disabled != nil && *c.Disabled
}

// userToManage is the user, or fault.Missing.
func userToManage(db *gorm.DB, userID string) (user, error) {
	if !id.Valid(userID) {
		return user{}, fault.Missing()
	}
	u, err := userByID(db, userID)
	if fault.Is(err, fault.Unauthenticated) {
		err = fault.Missing()
	}
	return u, err
}

// changeStanding changes role and access of an account. Another role ends the access tokens, and the sessions go on;
// disabling ends both. It returns fault.Missing, and fault.LastAdmin rather than leave nobody in charge: all admins are
// locked first, so that of two who demote each other one wins.
func (s *service) changeStanding(ctx context.Context, tx *gorm.DB, userID string, c standing) (user, error) {
	if c.endsAdmin() {
		if err := spareLastAdmin(tx, userID); err != nil {
			return user{}, err
		}
	}
	u, err := userToManage(database.ForUpdate(tx), userID)
	if err != nil {
		return user{}, err
	}
	now := s.Clock.Now()
	newRole := c.Role != nil && u.setRole(*c.Role, now)
	newAccess := c.Disabled != nil && u.setDisabled(*c.Disabled, now)
	if !newRole && !newAccess {
		return u, nil
	}
	if err := saveUser(tx, &u); err != nil {
		return user{}, err
	}
	if newRole {
		if err := s.announceRole(ctx, tx, &u); err != nil {
			return user{}, err
		}
	}
	if newAccess {
		if u.disabled() {
			if err := s.endSessions(ctx, tx, u.ID, "", events.SessionEndedByDisabling); err != nil {
				return user{}, err
			}
		}
		return u, eventbus.Publish(ctx, tx, events.AccessChanged{UserID: u.ID, Disabled: u.disabled()})
	}
	return u, nil
}

// announceRole ends the access tokens with the former role, has the sessions of a new admin end sooner, and announces the new role.
func (s *service) announceRole(ctx context.Context, tx *gorm.DB, u *user) error {
	sessions, err := lockSessions(tx, u.ID)
	if err != nil {
		return err
	}
	if len(sessions) > 0 {
		if err := s.Authority.Revoke(ctx, tx, u.Role, sessions...); err != nil {
			return err
		}
		if err := shortenStaffSessions(tx, u.ID, s.Clock.Now()); err != nil {
			return err
		}
	}
	return eventbus.Publish(ctx, tx, events.RoleChanged{UserID: u.ID, Role: events.Role(u.Role)})
}

// spareLastAdmin returns fault.LastAdmin when the user is the only admin who may work. It locks all who are.
func spareLastAdmin(tx *gorm.DB, userID string) error {
	admins, err := lockActiveAdmins(tx)
	if err != nil {
		return err
	}
	if len(admins) == 1 && admins[0].ID == userID {
		return fault.New(fault.LastAdmin, "This is the last admin. Please appoint another one first.")
	}
	return nil
}
