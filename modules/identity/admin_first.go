package identity

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/password"
)

// adminName is the full name of an admin whom the operator makes, until the admin changes it.
const adminName = "Administrator"

// start runs before the first request.
func (d Deps) start(ctx context.Context) error {
	err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return capAdminSessions(tx, "", d.Clock.Now()) })
	if err != nil {
		return fmt.Errorf("identity: shorten the sessions of admins: %w", err)
	}
	return d.ensureFirstAdmin(ctx)
}

// ensureFirstAdmin makes the admin of the configuration when there is none. Of several replicas
// that start at once a single one does.
func (d Deps) ensureFirstAdmin(ctx context.Context) error {
	if d.Config.AdminEmail == "" {
		return nil
	}
	if admins, err := countAdmins(d.DB.WithContext(ctx)); err != nil || admins > 0 {
		return err
	}
	if f := password.Check(d.Config.AdminPassword, d.Config.AdminEmail, adminName, d.settings.Current().Name); f != nil {
		return fmt.Errorf("identity: make the first admin: admin.password %s", f.Detail)
	}
	hash, err := d.Hasher.Hash(ctx, d.Config.AdminPassword)
	if err != nil {
		return fmt.Errorf("identity: make the first admin: %w", err)
	}
	admin := d.adminToCreate(id.NormalizeEmail(d.Config.AdminEmail), hash)
	return database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		return createFirstAdmin(ctx, tx, d.Authority, admin, d.Clock.Now())
	})
}

// createFirstAdmin makes an admin of the account of the address, or a new account, unless there is
// an admin who is not disabled. The account has the password afterwards.
func createFirstAdmin(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, a adminToCreate, now time.Time,
) error {
	if err := lockEmailAddress(tx, a.addressID, now); err != nil {
		return err
	}
	if admins, err := lockActiveAdmins(tx); err != nil || len(admins) > 0 {
		return err
	}
	u, known, err := lockUserByEmail(tx, a.email)
	if err != nil {
		return err
	}
	switch {
	case !known:
		return createAdmin(ctx, tx, a, now)
	case u.disabled():
		return fmt.Errorf("identity: make the first admin: the account of admin.email, %s, is disabled", a.email)
	}
	return promoteToAdmin(ctx, tx, authority, &u, &a.hash, now)
}
