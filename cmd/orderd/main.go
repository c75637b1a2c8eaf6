// Command orderd is the order service: one binary that serves, migrates and administers. `orderd help` lists what it does.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"orderd/cmd/orderd/app"
)

func main() {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, release) // the first signal stops in order, a second one at once
	code := app.Run(ctx, app.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Environ()}, os.Args[1:])
	release()
	os.Exit(code)
}
