package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/mail"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/password"
)

// adminName is the full name of an admin whom the operator makes, until the admin changes it.
const adminName = "Administrator"

// start is what must be done before the first request.
func (s *service) start(ctx context.Context) error {
	err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error { return shortenStaffSessions(tx, "", s.Clock.Now()) })
	if err != nil {
		return fmt.Errorf("identity: shorten the sessions of admins: %w", err)
	}
	return s.ensureFirstAdmin(ctx)
}

// ensureFirstAdmin makes the admin of the configuration when there is none. Of several replicas that start at once one does.
func (s *service) ensureFirstAdmin(ctx context.Context) error {
	if s.Config.AdminEmail == "" {
		return nil
	}
	var admins int64
	if err := s.DB.WithContext(ctx).Model(&user{}).Where("role = ?", auth.RoleAdmin).Count(&admins).Error; err != nil || admins > 0 {
		return err
	}
	if f := password.Check(s.Config.AdminPassword, s.Config.AdminEmail, adminName, s.Config.ShopName); f != nil {
		return fmt.Errorf("identity: make the first admin: admin.password %s", f.Detail)
	}
	hash, err := s.Hasher.Hash(ctx, s.Config.AdminPassword)
	if err != nil {
		return fmt.Errorf("identity: make the first admin: %w", err)
	}
	return database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		email := id.NormalizeEmail(s.Config.AdminEmail)
		if err := lockAddress(tx, s.Pseudonyms.OfEmail(email), s.Clock.Now()); err != nil {
			return err
		}
		if admins, err := lockActiveAdmins(tx); err != nil || len(admins) > 0 {
			return err
		}
		u, known, err := lockUserByEmail(tx, email)
		if err != nil {
			return err
		}
		switch {
		case !known:
			return s.createAdmin(ctx, tx, email, hash)
		case u.disabled():
			return fmt.Errorf("identity: make the first admin: the account of admin.email, %s, is disabled", email)
		}
		return s.appoint(ctx, tx, &u, &hash)
	})
}

// adminCreate is the command that makes an admin: a new account with a password that is printed, or an account that
// exists, which keeps its password.
func (s *service) adminCreate() module.Command {
	return module.Command{
		Name: "admin create", Usage: "--email E", Summary: "make an admin, with a password that is printed once",
		Run: func(ctx context.Context, args []string, out io.Writer) error {
			flags := flag.NewFlagSet("admin create", flag.ContinueOnError)
			flags.SetOutput(out)
			email := flags.String("email", "", "the admin's address")
			if err := flags.Parse(args); err != nil {
				return err
			}
			parsed, err := mail.ParseAddress(*email)
			if err != nil || flags.NArg() > 0 {
				return errors.New("admin create: --email must be an email address")
			}
			return s.runAdminCreate(eventbus.WithActor(ctx, "cli"), id.NormalizeEmail(parsed.Address), out)
		},
	}
}

func (s *service) runAdminCreate(ctx context.Context, email string, out io.Writer) error {
	secret := rand.Text()
	hash, err := s.Hasher.Hash(ctx, secret)
	if err != nil {
		return err
	}
	said := ""
	err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		if err := lockAddress(tx, s.Pseudonyms.OfEmail(email), s.Clock.Now()); err != nil {
			return err
		}
		u, known, err := lockUserByEmail(tx, email)
		switch {
		case err != nil:
			return err
		case !known:
			said = fmt.Sprintf("%s is an admin. Password: %s", email, secret)
			return s.createAdmin(ctx, tx, email, hash)
		case u.activeAdmin():
			return fmt.Errorf("%s is an admin already", email)
		case u.disabled():
			return fmt.Errorf("the account of %s is disabled", email)
		case u.verified():
			said = fmt.Sprintf("%s is an admin now and keeps the password.", email)
			return s.appoint(ctx, tx, &u, nil)
		default:
			said = fmt.Sprintf("%s is an admin now. Password: %s", email, secret)
			return s.appoint(ctx, tx, &u, &hash)
		}
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, said)
	return err
}

// createAdmin makes a verified account with the role.
func (s *service) createAdmin(ctx context.Context, tx *gorm.DB, email, hash string) error {
	now := s.Clock.Now()
	u := newUser(id.New(), email, adminName, english, now)
	u.setPassword(hash, now)
	u.setRole(auth.RoleAdmin, now)
	if err := tx.Create(&u).Error; err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, u.created(events.OriginAdmin), u.emailVerified())
}

// appoint gives a locked account the role, and another password unless hash is nil.
func (s *service) appoint(ctx context.Context, tx *gorm.DB, u *user, hash *string) error {
	now := s.Clock.Now()
	var announced []eventbus.Event
	if hash != nil {
		first := u.setPassword(*hash, now)
		if first {
			announced = append(announced, u.emailVerified())
		}
		announced = append(announced, u.passwordChanged(events.PasswordSetWithCode, first))
		if err := s.endSessions(ctx, tx, u.ID, "", events.SessionEndedByPassword); err != nil {
			return err
		}
	}
	u.setRole(auth.RoleAdmin, now)
	if err := saveUser(tx, u); err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, announced...); err != nil {
		return err
	}
	return s.announceRole(ctx, tx, u)
}
