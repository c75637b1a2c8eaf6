package identity

import (
	"context"
	"embed"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/module"
	"orderd/platform/password"
	"orderd/platform/pseudonym"
	"orderd/platform/secret"
)

//go:embed migrations
var migrations embed.FS

//go:embed errors.md
var errorTexts string

// Deps is what the module needs.
type Deps struct {
	DB        *gorm.DB
	Clock     clock.Clock
	Log       *zap.Logger
	Authority *auth.Authority
	Hasher    *password.Hasher
	// Pseudonyms names addresses in what is filed under them.
	Pseudonyms *pseudonym.Key
	// Export gives what every module holds on the user, by the module's name.
	Export func(ctx context.Context, userID string) (map[string]any, error)
	Config Config
}

// Config is the module's part of the configuration.
type Config struct {
	// Secret keys one-time codes and refresh tokens (auth.secret): the first signs, all verify.
	Secret secret.Keyring
	// AdminEmail and AdminPassword are the first admin's, made at start when there is none. Blank ones make none.
	AdminEmail, AdminPassword string
	// ShopName is a text that no password may be made of.
	ShopName string
	// LimitsOff lifts the pauses after failed logins and before a resend; the attempts at a code hold all the same.
	LimitsOff bool
}

// New makes the module.
func New(deps Deps) module.Module {
	s := &service{Deps: deps}
	return module.Module{
		Name:       "identity",
		Migrations: migrations,
		Routes:     s.routes,
		Errors:     errorTexts,
		Subscribe:  s.subscribe,
		Start:      s.start,
		Run:        s.runRetention,
		Export:     s.export,
		Commands:   []module.Command{s.adminCreate()},
	}
}

// service is the module's use cases and handlers.
type service struct {
	Deps
	limits *httpapi.Router // set by routes
}
