package identity

import (
	"context"
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/locale"
	"orderd/platform/module"
	"orderd/platform/password"
	"orderd/platform/pseudonym"
	"orderd/platform/secret"
	"orderd/platform/tablefile"
)

//go:embed migrations
var migrations embed.FS

// Deps is what the module needs.
type Deps struct {
	DB        *gorm.DB
	Clock     clock.Clock
	Log       *zap.Logger
	Authority *auth.Authority
	Hasher    *password.Hasher
	// Pseudonyms gives email addresses the ids that rows and events carry.
	Pseudonyms *pseudonym.Key
	// Export returns what every module holds on the user, by the module's name.
	Export func(ctx context.Context, userID string) (map[string]any, error)
	Copies *copies.Store
	Config Config

	settings *copies.Copy[settings]
}

// Config is the module's part of the configuration.
type Config struct {
	// Secret keys one-time codes and refresh tokens (auth.secret): the first signs, all verify.
	Secret secret.Keyring
	// AdminEmail and AdminPassword are those of the first admin, who is created at start when there
	// is none. Blank ones create none.
	AdminEmail, AdminPassword string
	// PublicURL, StaffOrigin and StorefrontOrigins are where the pages come from that may use the
	// refresh cookie.
	PublicURL, StaffOrigin string
	StorefrontOrigins      []string
	// LimitsOff lifts the lockouts after failed logins and the wait before a resend. The limits of
	// attempts at a code hold all the same.
	LimitsOff bool
}

// New makes the module.
func New(deps Deps) module.Module {
	deps.settings = copySettings(deps.Copies)
	a := &api{Deps: deps, passkeys: newPasskeys(deps), importing: tablefile.NewSemaphore(customersAtOnce)}
	return module.Module{
		Name:       "identity",
		Migrations: migrations,
		Locale:     func() locale.Code { return locale.Code(deps.settings.Current().Locale) },
		Locales:    func() []string { return deps.settings.Current().Locales },
		Routes:     a.routes,
		Problems:   problems,
		Subscribe:  deps.subscribe,
		Start:      deps.start,
		Run:        deps.run,
		Once:       []background.Once{formerAddresses},
		Export:     deps.exportUser,
		Commands:   []module.Command{deps.adminCreateCommand(), deps.resetSecondFactorCommand()},
	}
}
