package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"go.uber.org/zap"

	"orderd/platform/database"
)

// Stopping takes at most stopTimeout, which the sender of SIGTERM may rely on: first requestTimeout
// for the requests under way, the rest for the workers.
const (
	stopTimeout    = 15 * time.Second
	requestTimeout = 11 * time.Second
	// drainDelay is how long the service says "not ready" and still answers, so that balancers and
	// clients with open connections turn away before the listener closes.
	drainDelay = 500 * time.Millisecond
	// flushTimeout is how long the last spans may take to the collector. What it does not take is
	// lost, and no reason to fail.
	flushTimeout = time.Second
)

// Stop stops in order: not ready, no new connections, the requests under way finished, the workers
// after their batch, the database closed. It blocks until all that is done or ctx ends; the error
// says what did not stop in time. Stopping twice is harmless.
func (a *App) Stop(ctx context.Context) error {
	if a.draining.Swap(true) {
		return nil
	}
	var errs []error
	note := func(what string, err error) {
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", what, err))
		}
	}
	if a.public != nil {
		a.router.Drain() // readyz says no, streams end
		sleep(ctx, drainDelay)
		requests, cancel := context.WithTimeout(ctx, requestTimeout)
		note("finish the requests", a.public.shutdown(requests))
		cancel()
	}
	note("stop the event bus", a.bus.Stop(ctx))
	if a.stopWorkers != nil {
		a.stopWorkers()
		note("stop the workers", runUntil(ctx, func() error { a.workers.Wait(); return nil }))
	}
	note("close the ops listener", a.ops.shutdown(ctx))
	note("close", runUntil(ctx, a.Close))
	return errors.Join(errs...)
}

// Close releases what New has opened. It is for a service that was never started; Stop calls it.
func (a *App) Close() error {
	var err error
	if a.mailbox != nil {
		err = a.mailbox.Close()
	}
	flush, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if late := a.tracer.Close(flush); late != nil {
		a.log.Warn("the last spans were not sent", zap.Error(late))
	}
	if a.reads != nil {
		err = errors.Join(err, a.reads.Close())
	}
	return errors.Join(err, database.Close(a.db))
}

// closeWhenDraining asks clients, once the service is stopping, to send no further request on their
// connection: one that is on its way when the connection closes would be lost.
func (a *App) closeWhenDraining(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// runUntil runs block and returns its error, or ctx's when ctx ends first. block goes on then.
func runUntil(ctx context.Context, block func() error) error {
	done := make(chan error, 1)
	go func() { done <- block() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
