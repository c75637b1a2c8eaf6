// Command vuln runs govulncheck (pinned in .tools/go.mod) and fails with it:
//
//	go run ./test/vuln ./...
//
// The database is GOVULNDB, else https://vuln.go.dev. When no connection to it can be made within
// 10 s, the command prints so and succeeds. Every other failure fails, a refusal by the database
// too.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

const (
	probeTimeout = 10 * time.Second
	scanTimeout  = 10 * time.Minute
	unreachable  = "govulncheck: its database can't be reached; nothing was checked"
)

func main() {
	code, err := run(cmp.Or(os.Getenv("GOVULNDB"), "https://vuln.go.dev"), os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "govulncheck:", err)
	}
	os.Exit(code)
}

// run checks with the database at db and returns govulncheck's exit code, or 0 when the database
// can't be reached.
func run(db string, args []string, out io.Writer) (int, error) {
	if !reachable(db) {
		_, err := fmt.Fprintln(out, unreachable)
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), scanTimeout)
	defer cancel()
	args = append([]string{"tool", "-modfile=.tools/go.mod", "govulncheck", "-db", db}, args...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return 1, fmt.Errorf("it took longer than %v", scanTimeout)
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return max(exit.ExitCode(), 1), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}

// reachable says whether a connection to the database can be made. Any answer counts, a file too.
func reachable(db string) bool {
	if !strings.HasPrefix(db, "http") {
		return true
	}
	client := http.Client{Timeout: probeTimeout}
	answer, err := client.Get(strings.TrimRight(db, "/") + "/index/db.json")
	if err == nil {
		_ = answer.Body.Close()
		return true
	}
	return !isUnreachable(err)
}

// isUnreachable says whether a request failed before there was a connection, or got no answer in
// time. A certificate that isn't trusted is another fault.
func isUnreachable(err error) bool {
	if failed, ok := errors.AsType[*url.Error](err); ok && failed.Timeout() {
		return true
	}
	if failed, ok := errors.AsType[*net.OpError](err); ok {
		return slices.Contains([]string{"dial", "proxyconnect"}, failed.Op)
	}
	return false
}
