package app

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"go.uber.org/zap"

	"orderd/cmd/orderd/app/seed"
)

// mountDemoImages serves the pictures of the demo shop at the addresses that they had before `seed`
// uploaded them: shops and orders of that time show them.
func (a *App) mountDemoImages() {
	for path, picture := range seed.FormerPictures() {
		a.router.Mount(http.MethodGet, path, picture)
	}
}

// seedDevShop fills dev mode's shop in the background when it is empty, unless other processes run
// a part of it, and then gives so many of its products their pictures. It ends with ctx.
func (a *App) seedDevShop(ctx context.Context, out io.Writer, pictured int) {
	if !a.config.RunsAll() {
		return
	}
	a.workers.Go(func() {
		url := "http://" + a.Addr().String()
		o := a.seedOptions(url)
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
		if err != nil {
			return
		}
		if given, err := seed.Pictures(ctx, o, pictured); err != nil && ctx.Err() == nil {
			a.log.Warn("products of the demo shop lack pictures: `orderd seed` goes on", zap.Int("pictured", given),
				zap.Error(err))
		}
	})
}

// seedOptions fills this service with its own admin.
func (a *App) seedOptions(url string) seed.Options {
	return seed.Options{
		UserAgent: a.userAgent, URL: url, Email: a.config.Admin.Email, Password: a.config.Admin.Password.Reveal(),
	}
}
