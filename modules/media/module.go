package media

import (
	"context"
	"embed"
	"net/netip"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/module"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB     *gorm.DB
	Clock  clock.Clock
	Log    *zap.Logger
	Config Config
}

// Config is the module's part of the configuration, validated by cmd/orderd/settings.
type Config struct {
	URL       string // media.url
	PublicURL string // http.public_url: the pictures' addresses are below it
	// AllowNetworks are networks that pictures may be fetched from though they are not public.
	AllowNetworks []netip.Prefix
}

// New makes the module.
func New(d Deps) module.Module {
	l := newLibrary(d)
	return module.Module{
		Name:       "media",
		Problems:   httpapi.Problems{German: german},
		Migrations: migrations,
		Routes:     (&api{l}).routes,
		Subscribe:  l.subscribe,
		Run:        l.run,
		Check:      func(ctx context.Context, _ *gorm.DB) []module.Finding { return l.check(ctx) },
	}
}
