package identity

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"gorm.io/gorm"

	"orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/module"
)

// resetSecondFactor takes all factors and recovery codes from another member of the staff, and ends
// the sessions. It returns fault.Forbidden for a caller who is no admin, or who means the own
// account, and fault.Missing for who is no member.
func resetSecondFactor(
	ctx context.Context, tx *gorm.DB, authority *auth.Authority, caller auth.Principal, userID string,
) error {
	u, err := userForAdmin(database.ForUpdate(tx), userID)
	switch {
	case err != nil:
		return err
	case !u.isStaff():
		return fault.Missing()
	case caller.Role != auth.RoleAdmin || caller.UserID == u.ID:
		return httpapi.Forbidden(staffWrite)
	}
	return dropFactorsAndSessions(ctx, tx, authority, &u)
}

func dropFactorsAndSessions(ctx context.Context, tx *gorm.DB, authority *auth.Authority, u *user) error {
	if err := dropFactors(ctx, tx, u, events.FactorsReset); err != nil {
		return err
	}
	return endSessions(ctx, tx, authority, u.ID, "", events.SessionEndedByReset)
}

// resetSecondFactorCommand is resetSecondFactor for the operator, who may mean any member.
func (d Deps) resetSecondFactorCommand() module.Command {
	const name = "admin reset-second-factor"
	return module.Command{
		Name: name, Usage: "--email E", Summary: "reset the second factors of a member of the staff, and end the sessions",
		Run: func(ctx context.Context, args []string, out io.Writer) error {
			flags := flag.NewFlagSet(name, flag.ContinueOnError)
			flags.SetOutput(out)
			email := flags.String("email", "", "the member's address")
			if err := flags.Parse(args); err != nil {
				return err
			}
			if *email == "" || flags.NArg() > 0 {
				return errors.New(name + ": --email must be an email address")
			}
			return d.runResetSecondFactor(eventbus.WithActor(ctx, eventbus.ActorCLI), id.NormalizeEmail(*email), out)
		},
	}
}

func (d Deps) runResetSecondFactor(ctx context.Context, email string, out io.Writer) error {
	err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
		u, known, err := lockUserByEmail(tx, email)
		switch {
		case err != nil:
			return err
		case !known || !u.isStaff():
			return fmt.Errorf("%s is none of the staff", email)
		}
		return dropFactorsAndSessions(ctx, tx, d.Authority, &u)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s logs in with the password alone.\n", email)
	return err
}
