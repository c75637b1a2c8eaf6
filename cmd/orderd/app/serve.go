package app

import (
	"context"
	"flag"
	"fmt"
	"runtime/debug"

	"orderd/cmd/orderd/app/seed"
	"orderd/platform/log"
)

// release is the version of a build of the Makefile.
var release string

// version is the release, else what Go knows of the build's origin.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func serveCommand() command {
	var pictured int
	return command{
		name:    "serve",
		summary: "run the service until SIGTERM or Ctrl-C",
		modules: true,
		flags: func(fs *flag.FlagSet) {
			fs.IntVar(&pictured, "demo-pictures", seed.Products(), "how many products of dev mode's shop get pictures: `N`")
		},
		detail: `It migrates the database first; several replicas may start at once. On SIGTERM it says
that it is not ready, stops accepting, finishes requests and workers, and exits with 0, within
15 s. A second signal ends it at once.`,
		run: func(ctx context.Context, c call) error {
			collectLessOften()
			l, err := log.New(c.Err, c.config.Log.Level, c.config.LogFormat())
			if err != nil {
				return err
			}
			for _, warning := range c.config.Warnings() {
				l.Warn(warning)
			}
			a, err := New(ctx, c.config, Options{Log: l})
			if err == nil {
				err = a.Start(ctx)
			}
			if ctx.Err() != nil && err != nil {
				return nil // it was stopped while it started: nothing runs
			}
			if err != nil {
				return err
			}
			fmt.Fprint(c.Out, a.banner())
			if c.config.Dev {
				a.seedDevShop(ctx, c.Out, pictured)
			}
			var failure error
			select {
			case <-ctx.Done():
				a.log.Info("stopping")
			case failure = <-a.Failed():
				a.log.Error("stopping because a part has failed")
			}
			stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
			defer cancel()
			if err := a.Stop(stop); err != nil {
				return fmt.Errorf("stop: %w", err)
			}
			return failure
		},
	}
}
