package notifications

import (
	"context"
	"embed"
	"sync"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/httpapi"
	"orderd/platform/module"
	"orderd/platform/pseudonym"
)

//go:embed migrations
var migrations embed.FS

// Deps are what the module needs.
type Deps struct {
	DB        *gorm.DB
	Clock     clock.Clock
	Log       *zap.Logger
	Copies    *copies.Store
	Authority *auth.Authority // says whether the access token of a stream is still valid
	// Pseudonyms makes ids of addresses, by which applicants are found.
	Pseudonyms *pseudonym.Key
}

// New makes the module.
func New(d Deps) module.Module {
	h, queued := newHub(d.DB, d.Log), background.NewSignal()
	digests := &digester{db: d.DB, clock: d.Clock, queued: queued}
	return module.Module{
		Name:       "notifications",
		Problems:   httpapi.Problems{German: german},
		Migrations: migrations,
		Routes:     (&api{db: d.DB, clock: d.Clock, authority: d.Authority, hub: h}).routes,
		Subscribe: (&notifier{
			db: d.DB, clock: d.Clock, pseudonyms: d.Pseudonyms, settings: copySettings(d.Copies), mailQueued: queued,
		}).subscribe,
		Run: func(ctx context.Context) error {
			var jobs sync.WaitGroup
			jobs.Go(func() { _ = background.Run(ctx, d.Log, digests.job()) })
			defer jobs.Wait()
			return h.run(ctx)
		},
		Export: export,
	}
}
