// Command pg runs a command with one PostgreSQL server for everything in it:
//
//	go run ./test/kit/pg -- go test ./...
//
// The command finds the server's address in TEST_POSTGRES_URL. When that is set already, no server
// is started. When PostgreSQL is missing, root installs it (Debian's package); for others it prints
// what to install.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"orderd/test/kit/postgres"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

func run(args []string) (code int, err error) {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return 2, errors.New("usage: pg -- command [argument…]")
	}
	env := os.Environ()
	if os.Getenv("TEST_POSTGRES_URL") == "" {
		server, startErr := start()
		if startErr != nil {
			return 1, startErr
		}
		defer func() { err = errors.Join(err, server.Stop()) }()
		env = append(env, "TEST_POSTGRES_URL="+server.URL("postgres"))
	}

	// The terminal sends an interrupt to the command too; we wait for it and clean up.
	signal.Ignore(syscall.SIGINT)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return max(exit.ExitCode(), 1), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}

func start() (*postgres.Server, error) {
	server, err := postgres.Start()
	if !errors.Is(err, postgres.ErrMissing) || os.Getuid() != 0 {
		return server, err
	}
	fmt.Fprintln(os.Stderr, "PostgreSQL is missing; installing it")
	install := exec.Command("sh", "-c", "apt-get update -q && apt-get install -qy --no-install-recommends postgresql")
	install.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	install.Stdout, install.Stderr = os.Stderr, os.Stderr
	if installErr := install.Run(); installErr != nil {
		return nil, fmt.Errorf("%w: %w", err, installErr)
	}
	return postgres.Start()
}
