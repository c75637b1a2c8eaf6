package app

import (
	"context"
	"flag"
	"fmt"

	"orderd/cmd/orderd/app/seed"
)

func seedCommand() command {
	var s adminLogin
	var pictured int
	return command{
		name: "seed", summary: "fill a running service with a demo shop",
		detail: `It adds brands, categories, products with pictures and stock, ways of shipping and
promotions, as an admin would: by the public API. What is there already stays as it is, so that it
may run again.
` + adminLoginDetail,
		noService: true,
		flags: func(fs *flag.FlagSet) {
			s.addFlags(fs)
			fs.IntVar(&pictured, "pictures", seed.Products(), "how many products get pictures: `N`")
		},
		run: func(ctx context.Context, c call) error {
			who, err := s.withConfig(c.config)
			if err != nil {
				return usageError("seed: %w", err)
			}
			if err := who.verify(ctx); err != nil {
				return fmt.Errorf("seed: %w", err)
			}
			o := seed.Options{URL: who.url, Email: who.email, Password: who.password}
			added, err := seed.Run(ctx, o)
			if err != nil {
				return fmt.Errorf("after %d products: %w", added, err)
			}
			fmt.Fprintf(c.Out, "added %d products\n", added)
			given, err := seed.Pictures(ctx, o, pictured)
			if err != nil {
				return fmt.Errorf("after the pictures of %d products: %w", given, err)
			}
			fmt.Fprintf(c.Out, "added the pictures of %d products\n", given)
			return nil
		},
	}
}
