package app

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"

	"go.uber.org/zap"

	"orderd/cmd/orderd/app/seed"
)

func seedCommand() command {
	var url, email string
	return command{
		name: "seed", summary: "fill a running service with a demo shop",
		detail: `It adds brands, categories, products with stock, ways of shipping and promotions, as an admin would: by the public API. The admin is
that of the configuration (admin.email, admin.password; in dev mode the one that serve prints). What is there already stays as it is.`,
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&url, "url", "", "`ADDRESS` of the service (default: http.public_url)")
			fs.StringVar(&email, "email", "", "`ADDRESS` of the admin (default: admin.email)")
		},
		run: func(ctx context.Context, c call) error {
			config := c.config
			if config.Dev {
				var err error
				if config, err = devDefaults(config); err != nil {
					return err
				}
			}
			o := seed.Options{URL: config.HTTP.PublicURL, Public: config.HTTP.PublicURL, Email: config.Admin.Email, Password: config.Admin.Password.Reveal()}
			if url != "" {
				o.URL = url
			}
			if email != "" {
				o.Email = email
			}
			if o.Email == "" || o.Password == "" {
				return usage("seed: admin.email and admin.password are needed")
			}
			added, err := seed.Run(ctx, o)
			if err != nil {
				return fmt.Errorf("after %d products: %w", added, err)
			}
			fmt.Fprintf(c.Out, "added %d products\n", added)
			return nil
		},
	}
}

// hang puts the pictures of the demo shop onto the public listener: products that `seed` has added show them wherever they are.
func (a *App) hang() {
	for path, picture := range seed.Pictures() {
		a.router.Mount(http.MethodGet, path, picture)
	}
}

// furnish fills dev mode's shop when it is empty, beside the requests, until ctx ends.
func (a *App) furnish(ctx context.Context, out io.Writer) {
	a.workers.Go(func() {
		url := "http://" + a.Addr().String()
		empty, err := seed.Empty(ctx, url)
		if err != nil || !empty {
			return
		}
		added, err := seed.Run(ctx, seed.Options{URL: url, Public: a.config.HTTP.PublicURL, Email: a.config.Admin.Email, Password: a.config.Admin.Password.Reveal()})
		switch {
		case err != nil && ctx.Err() == nil:
			a.log.Warn("the demo shop is not complete", zap.Int("products", added), zap.Error(err))
		case err == nil:
			fmt.Fprintf(out, "  The shop was empty: %d products are in it now (%s/v1/products)\n\n", added, url)
		}
	})
}
