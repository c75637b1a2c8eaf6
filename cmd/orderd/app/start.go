package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"orderd/platform/background"
	"orderd/platform/database"
)

// Start migrates, starts the workers and serves. It returns when the service answers. When it
// fails, nothing is left running.
func (a *App) Start(ctx context.Context) error {
	if err := a.start(ctx); err != nil {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		return errors.Join(err, a.Stop(stop))
	}
	return nil
}

func (a *App) start(ctx context.Context) (err error) {
	if err := a.Migrate(ctx); err != nil {
		return err
	}
	if err := a.bus.Start(ctx); err != nil {
		return fmt.Errorf("start the event bus: %w", err)
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	a.stopWorkers = cancel
	if a.carrier != nil { // the settings may come from another site
		a.runJob(running, "carrier", a.carrier.Run)
	}
	if err := a.startModules(ctx); err != nil {
		return err
	}
	a.awaitBacklog(ctx)
	a.runJob(running, "revocations", a.authority.Run)
	a.runJob(running, "answers", a.router.Run)
	a.runJob(running, "copies", a.copies.Run)
	a.runJob(running, "erasures", func(ctx context.Context) error {
		return background.Run(ctx, a.log,
			background.Job{Name: "remove what was erased from the files", Every: 5 * time.Second, Do: a.scrubber.Scrub})
	})
	if a.config.Database.ReadURL != "" {
		a.runJob(running, "standbys", a.reads.Run)
	}
	for _, m := range a.modules {
		if m.Run != nil {
			a.runJob(running, m.Name, m.Run)
		}
		for _, work := range m.Once {
			a.runJob(running, work.Name, func(ctx context.Context) error {
				return background.Run(ctx, a.log, work.Job(a.db))
			})
		}
	}
	if a.ops, err = listen(a.config.Ops.Addr, opsServer(requireHost(opsHosts(a.config), a.metrics.Handler(a.ready)),
		a.metrics.WatchConnections("ops")), a.fail); err != nil {
		return explainListenError("ops.addr", "ORDERD_OPS_ADDR", err)
	}
	if a.public, err = listen(a.config.HTTP.Addr, publicServer(a.closeWhenDraining(a.router.Handler()), a.log,
		a.metrics.WatchConnections("public")), a.fail); err != nil {
		return explainListenError("http.addr", "ORDERD_HTTP_ADDR", err)
	}
	return nil
}

// startModules does what the modules do before the first request. By their Start they have the
// shop's settings, unless another process has the shop. Until these come, ordering takes no payment
// and the mailer sends nothing.
func (a *App) startModules(ctx context.Context) error {
	for _, m := range a.modules {
		if m.Configure != nil {
			if err := m.Configure(ctx); err != nil {
				return fmt.Errorf("configure %s: %w", m.Name, err)
			}
		}
	}
	if a.config.Runs("shop") {
		if err := a.copies.Await(ctx); err != nil {
			return fmt.Errorf("wait for the shop's settings: %w", err)
		}
	}
	for _, m := range a.modules {
		if m.Start != nil {
			if err := m.Start(ctx); err != nil {
				return fmt.Errorf("start %s: %w", m.Name, err)
			}
		}
	}
	return nil
}

// explainListenError explains why a listener did not start; of a port that is taken it says how to
// choose another.
func explainListenError(key, variable string, err error) error {
	err = fmt.Errorf("listen on %s: %w", key, err)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%w: another process has this port, perhaps another orderd; %s=127.0.0.1:0 takes a free one", err,
			variable)
	}
	return err
}

// backlogTimeout is how long the start waits at most for events that an earlier process has left to
// be handled.
const backlogTimeout = 3 * time.Second

// awaitBacklog waits until no event waits that could be handled: an admin made a moment ago, here
// or before a crash, must be known to every module before requests come that notify admins.
// What fails or is held back ends the wait by its time.
func (a *App) awaitBacklog(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, backlogTimeout)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		if done, err := a.bus.CaughtUp(ctx); err == nil && done {
			return
		}
		select {
		case <-ctx.Done():
			a.log.Warn("events of an earlier run are still being handled")
			return
		case <-look.C:
		}
	}
}

// runJob runs one background job until the service stops. A job that ends earlier ends the service:
// half a service that looks whole is worse than a restart.
func (a *App) runJob(ctx context.Context, name string, run func(context.Context) error) {
	a.workers.Go(func() {
		err := run(ctx)
		if ctx.Err() == nil {
			a.fail(fmt.Errorf("%s ended: %w", name, cmp.Or(err, errors.New("without an error"))))
		}
	})
}

func (a *App) fail(err error) {
	select {
	case a.failed <- err:
	default: // one reason to stop is enough
	}
}

// Failed gives the error of a part that ended while the service should go on. The owner stops the
// service then.
func (a *App) Failed() <-chan error { return a.failed }

// Addr is the address of the public listener, also where the configuration let the system choose
// the port.
func (a *App) Addr() net.Addr { return a.public.Addr() }

// OpsAddr is the address of the ops listener.
func (a *App) OpsAddr() net.Addr { return a.ops.Addr() }

// ready is nil when requests may come: the service is not stopping, the database answers and has
// space, its schema is at least this binary's, and events are being delivered.
func (a *App) ready(ctx context.Context) error {
	if a.draining.Load() {
		return errors.New("the service is stopping")
	}
	if err := database.CheckSchema(ctx, a.db, a.Migrations()); err != nil {
		return fmt.Errorf("the schema: %w", err)
	}
	if err := database.CheckDisk(a.db); err != nil {
		return err
	}
	if err := a.bus.Healthy(); err != nil {
		return fmt.Errorf("event delivery: %w", err)
	}
	return nil
}
