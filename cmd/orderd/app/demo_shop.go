package app

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"go.uber.org/zap"

	"orderd/cmd/orderd/app/seed"
)

// hang puts the pictures of the demo shop onto the public listener: products that `seed` has added
// show them wherever they are.
func (a *App) hang() {
	for path, picture := range seed.Pictures() {
		a.router.Mount(http.MethodGet, path, picture)
	}
}

// furnish fills dev mode's shop when it is empty, beside the requests, until ctx ends.
func (a *App) furnish(ctx context.Context, out io.Writer) {
	a.workers.Go(func() {
		url := "http://" + a.Addr().String()
		o := a.seeding(url)
		empty, err := seed.Empty(ctx, o)
		if err != nil || !empty {
			return
		}
		added, err := seed.Run(ctx, o)
		switch {
		case err != nil && ctx.Err() == nil:
			a.log.Warn("the demo shop is not complete: `orderd seed` goes on", zap.Int("products", added), zap.Error(err))
		case err == nil:
			fmt.Fprintf(out, "  The shop was empty: %d products are in it now (%s/v1/products)\n\n", added, url)
		}
	})
}

// seeding fills this service with its own admin.
func (a *App) seeding(url string) seed.Options {
	return seed.Options{UserAgent: a.userAgent, URL: url, Public: a.config.HTTP.PublicURL, Email: a.config.Admin.Email, Password: a.config.Admin.Password.Reveal()}
}
