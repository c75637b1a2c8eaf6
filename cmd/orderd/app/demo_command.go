package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"orderd/cmd/orderd/app/demo"
	"orderd/cmd/orderd/app/seed"
	"orderd/cmd/orderd/settings"
	"orderd/platform/clock"
	"orderd/platform/config"
)

// fewPictures is how many products have pictures in a day on a service of its own.
const fewPictures = 2

func demoCommand() command {
	var s adminLogin
	return command{
		name: "demo", summary: "drive a day of the demo shop through the API, and check it",
		detail: `Customers register, buy, get parcels, send back, review, redeem points; a guest buys
without an account; a business becomes a wholesale customer; invoices follow the goods, and a
consumer withdraws; an admin packs and decides; a receiver of webhooks hears of every order. All by
the public API. The exit code is 1 when something isn't as it should be: it is a smoke test.

Without --url it starts a service of its own in dev mode, on an empty database and free ports,
that is gone afterwards. With --url it drives a running one in dev mode (whose mailbox it reads),
with the demo shop in it; the customers and orders stay.
` + adminLoginDetail,
		noConfig: true, noService: true,
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&s.url, "url", "", "`ADDRESS` of a running service")
			fs.StringVar(&s.email, "email", "", "`ADDRESS` of its admin (default admin.email)")
		},
		run: func(ctx context.Context, c call) error {
			if s.url == "" {
				return withTemporaryService(ctx, func(a *App) error {
					o := a.seedOptions("http://" + a.Addr().String())
					fmt.Fprintf(c.Out, "A service of its own, at %s until the end of the day\n", o.URL)
					if _, err := seed.Run(ctx, o); err != nil {
						return fmt.Errorf("fill the shop: %w", err)
					}
					if _, err := seed.Pictures(ctx, o, fewPictures); err != nil {
						return fmt.Errorf("give the shop pictures: %w", err)
					}
					return runDemo(ctx, c.Out, adminLogin{url: o.URL, email: o.Email, password: o.Password})
				})
			}
			config, err := c.load()
			if err != nil {
				return err
			}
			who, err := s.withConfig(config)
			if err != nil {
				return usageError("demo: %w", err)
			}
			if err := who.verify(ctx); err != nil {
				return fmt.Errorf("demo: %w", err)
			}
			return runDemo(ctx, c.Out, who)
		},
	}
}

func runDemo(ctx context.Context, out io.Writer, who adminLogin) error {
	return demo.Run(ctx, demo.Options{
		URL: who.url, Email: who.email, Password: who.password, Out: out, Terminal: isTerminal(out), Clock: clock.System(),
	})
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// withTemporaryService calls do with a running service in dev mode, with defaults for everything,
// and removes all traces of it.
func withTemporaryService(ctx context.Context, do func(a *App) error) (err error) {
	dir, err := os.MkdirTemp("", "orderd-demo")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	c := settings.Default()
	c.Dev, c.DataDir = true, dir
	c.Webhooks.AllowNetworks = []string{"127.0.0.0/8"} // the receiver of the day
	c.Database.URL = config.URL("sqlite:" + filepath.Join(dir, "orderd.db"))
	c.HTTP.Addr, c.Ops.Addr = "127.0.0.1:0", "127.0.0.1:0"
	a, err := New(ctx, c, Options{})
	if err != nil {
		return err
	}
	if err := a.Start(ctx); err != nil {
		return err
	}
	err = do(a)
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return errors.Join(err, a.Stop(stop))
}
