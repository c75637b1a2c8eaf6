package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/mail"
	"time"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/module"
)

// adminCreateCommand is the command that makes an admin: a new account with a password that it
// prints, or an existing account, which keeps its password.
func (d Deps) adminCreateCommand() module.Command {
	return module.Command{
		Name: "admin create", Usage: "--email E", Summary: "make an admin, with a password that is printed once",
		Run: func(ctx context.Context, args []string, out io.Writer) error {
			flags := flag.NewFlagSet("admin create", flag.ContinueOnError)
			flags.SetOutput(out)
			email := flags.String("email", "", "the admin's address")
			if err := flags.Parse(args); err != nil {
				return err
			}
			address, ok := id.ParseEmail(*email)
			if _, err := mail.ParseAddress(address); err != nil || !ok || flags.NArg() > 0 {
				return errors.New("admin create: --email must be an email address")
			}
			return d.runAdminCreate(eventbus.WithActor(ctx, eventbus.ActorCLI), address, out)
		},
	}
}

func (d Deps) runAdminCreate(ctx context.Context, email string, out io.Writer) error {
	secret := rand.Text()
	hash, err := d.Hasher.Hash(ctx, secret)
	if err != nil {
		return err
	}
	message := ""
	err = database.InTx(ctx, d.DB, func(tx *gorm.DB) (err error) {
		message, err = createOrPromote(ctx, tx, d.Authority, d.adminToCreate(email, hash), secret, d.Clock.Now())
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, message)
	return err
}

// adminToCreate is an account that the operator asks for.
type adminToCreate struct {
	email, addressID string
	hash             string // of the password
	locale           string
}

// adminToCreate is the account with the address, in the shop's language.
func (d Deps) adminToCreate(email, hash string) adminToCreate {
	return adminToCreate{
		email: email, addressID: d.Pseudonyms.OfEmail(email), hash: hash,
		locale: d.settings.Current().defaultLocale(),
	}
}

// createOrPromote makes an admin of the account of the address, or a new account, and returns the
// message for the operator.
func createOrPromote(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, a adminToCreate, secret string, now time.Time,
) (string, error) {
	if err := lockEmailAddress(tx, a.addressID, now); err != nil {
		return "", err
	}
	u, known, err := lockUserByEmail(tx, a.email)
	switch {
	case err != nil:
		return "", err
	case !known:
		return fmt.Sprintf("%s is an admin. Password: %s", a.email, secret), createAdmin(ctx, tx, a, now)
	case u.activeAdmin():
		return "", fmt.Errorf("%s is an admin already", a.email)
	case u.disabled():
		return "", fmt.Errorf("the account of %s is disabled", a.email)
	case u.verified():
		return fmt.Sprintf("%s is an admin now and keeps the password.", a.email),
			promoteToAdmin(ctx, tx, authority, &u, nil, now)
	default:
		return fmt.Sprintf("%s is an admin now. Password: %s", a.email, secret),
			promoteToAdmin(ctx, tx, authority, &u, &a.hash, now)
	}
}

// createAdmin makes a verified account with the admin role.
func createAdmin(ctx context.Context, tx *gorm.DB, a adminToCreate, now time.Time) error {
	u := newUser(id.New(), a.email, adminName, a.locale, now)
	u.setPassword(a.hash, now)
	u.setRole(auth.RoleAdmin, now)
	if err := insertUser(tx, &u, a.addressID, now); fault.Is(err, codeInvalidCode) {
		return fmt.Errorf("%s is the former address of an account, which may still get it back", a.email)
	} else if err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, u.createdEvent(events.OriginAdmin), u.emailVerifiedEvent())
}

// promoteToAdmin gives a locked account the admin role, and another password unless hash is nil.
func promoteToAdmin(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user, hash *string, now time.Time,
) error {
	var published []eventbus.Event
	if hash != nil {
		first := u.setPassword(*hash, now)
		if first {
			published = append(published, u.emailVerifiedEvent())
		}
		published = append(published, u.passwordChangedEvent(events.PasswordSetWithCode, first))
		if err := endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByPassword); err != nil {
			return err
		}
	}
	u.setRole(auth.RoleAdmin, now)
	if err := saveUser(tx, u); err != nil {
		return err
	}
	if err := eventbus.Publish(ctx, tx, published...); err != nil {
		return err
	}
	return enforceRole(ctx, tx, authority, u, now)
}
