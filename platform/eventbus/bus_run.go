package eventbus

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"go.uber.org/zap"

	"orderd/platform/log"
)

// Start declares the consumers (DeclareConsumers), starts the workers and returns. ctx bounds the
// start alone. Stop returns the error of a worker that could not go on.
func (b *Bus) Start(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.router != nil {
		return errors.New("eventbus: started twice")
	}
	if err := b.DeclareConsumers(ctx); err != nil {
		return err
	}
	if err := b.warnOfUnserved(ctx); err != nil {
		return fmt.Errorf("eventbus: start: %w", err)
	}
	if err := b.startRouter(); err != nil {
		return fmt.Errorf("eventbus: start: %w", err)
	}
	b.running = true
	b.stopBackground = b.startWakeups(b.runCtx)
	if b.retention > 0 {
		retain := func(ctx context.Context) { b.runRetention(ctx, b.retention) }
		b.stopBackground = b.runBeside(b.stopBackground, retain)
	}
	return nil
}

// startRouter starts Watermill's router with one subscriber, and so one worker, per consumer.
func (b *Bus) startRouter() error {
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: 2 * b.handlerTimeout}, routerLog(b.log))
	if err != nil {
		return err
	}
	router.AddMiddleware(keepError, middleware.Recoverer)
	for _, c := range b.consumers {
		router.AddConsumerHandler(c.Name, c.Name, newSubscriber(b, c), c.handleMessage)
	}
	b.router, b.routerDone = router, make(chan error, 1)
	go func() { b.routerDone <- router.Run(b.runCtx) }()
	select {
	case <-router.Running():
		return nil
	case err := <-b.routerDone:
		return err
	}
}

// runBeside runs work in a goroutine. It returns a function that ends work, waits for its end and
// then calls stop.
func (b *Bus) runBeside(stop func(), work func(ctx context.Context)) func() {
	ctx, cancel := context.WithCancel(b.runCtx)
	var running sync.WaitGroup
	running.Go(func() { work(ctx) })
	return func() {
		cancel()
		running.Wait()
		stop()
	}
}

// Stop lets the workers finish their batches and waits for them. When ctx ends first, it cancels
// the batches, which roll back, waits for that and returns the error of ctx. Without Start it does
// nothing.
func (b *Bus) Stop(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.running {
		return nil
	}
	b.running = false
	defer b.cancelRun()
	b.stopBackground()
	closed := make(chan error, 1)
	go func() { closed <- b.router.Close() }()
	select {
	case err := <-closed:
		return errors.Join(err, <-b.routerDone)
	case <-ctx.Done():
		late := ctx.Err()
		b.cancelRun()
		return errors.Join(late, <-closed, <-b.routerDone)
	}
}

// routerLog passes on the warnings of Watermill's router. The worker logs failures of handlers.
func routerLog(l *zap.Logger) watermill.LoggerAdapter {
	atLeastWarn := zap.IncreaseLevel(max(zap.WarnLevel, l.Level()))
	return watermill.NewSlogLogger(log.Slog(l.WithOptions(atLeastWarn)))
}
