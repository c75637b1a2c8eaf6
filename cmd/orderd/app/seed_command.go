package app

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"

	"orderd/cmd/orderd/app/seed"
	"orderd/platform/config"
)

func seedCommand() command {
	var s shopkeeper
	return command{
		name: "seed", summary: "fill a running service with a demo shop",
		detail: `It adds brands, categories, products with stock, ways of shipping and promotions, as an admin would: by the public API. What is there
already stays as it is, so that it may run again. The binary serves the pictures, below http.public_url.
` + shopkeeperDetail,
		flags: s.flags,
		run: func(ctx context.Context, c call) error {
			who, err := s.of(c.config)
			if err != nil {
				return usage("seed: %w", err)
			}
			added, err := seed.Run(ctx, seed.Options{URL: who.url, Public: c.config.HTTP.PublicURL, Email: who.email, Password: who.password})
			if err != nil {
				return fmt.Errorf("after %d products: %w", added, err)
			}
			fmt.Fprintf(c.Out, "added %d products\n", added)
			return nil
		},
	}
}

// shopkeeper is an admin of a running service, for a command that calls its API.
type shopkeeper struct{ url, email, password string }

const shopkeeperDetail = "The admin is that of the configuration (admin.email, admin.password); in dev mode the one that serve prints."

func (s *shopkeeper) flags(fs *flag.FlagSet) {
	fs.StringVar(&s.url, "url", "", "`ADDRESS` of the service (default http.public_url)")
	fs.StringVar(&s.email, "email", "", "`ADDRESS` of the admin (default admin.email)")
}

// of fills in from the configuration what no flag has named.
func (s shopkeeper) of(c config.Config) (shopkeeper, error) {
	if c.Dev {
		var err error
		if c, err = devDefaults(c); err != nil {
			return s, err
		}
	}
	s.url, s.email, s.password = cmp.Or(s.url, c.HTTP.PublicURL), cmp.Or(s.email, c.Admin.Email), c.Admin.Password.Reveal()
	if s.email == "" || s.password == "" {
		return s, errors.New("admin.email and admin.password are needed")
	}
	return s, nil
}
