// Command orderd is the order service: one binary that serves, migrates and administers. `orderd
// help` lists what it does.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"orderd/cmd/orderd/app"
)

func main() {
	ctx, stop := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals) // the first one stops in order, a second one at once
		stop()
	}()
	os.Exit(app.Run(ctx, app.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Environ()}, os.Args[1:]))
}
