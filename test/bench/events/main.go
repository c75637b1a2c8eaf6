// Command events measures what the events promise, on both databases, prints a table and fails when
// one is missed:
//
//	make bench-events
//
// PostgreSQL is the server of TEST_POSTGRES_URL, or one of its own; SQLite runs with
// synchronous=FULL on a file in the folder for temporary files. Both share the machine with the
// program. It takes about two minutes, and wants the machine for itself.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"
	"time"

	"orderd/platform/database"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	only := flag.String("run", "", "only the checks whose name contains this")
	flag.Parse()
	var err error
	if flag.Arg(0) == "child" {
		err = runChild(ctx, flag.Args()[1:])
	} else {
		err = run(ctx, *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// check measures one bar, or several, in a fresh database.
type check struct {
	name     string
	dialects []string
	run      func(ctx context.Context, h *instance) ([]result, error)
}

// result is a line of the table.
type result struct {
	what string
	bar  string // "" for a figure without a bar
	got  string
	ok   bool
}

var bothDialects = []string{database.SQLite, database.Postgres}

var checks = []check{
	{"latency", bothDialects, latencyIdle},
	{"idle", bothDialects, idleQueries},
	{"throughput", bothDialects, measureThroughput},
	{"batches", bothDialects, measureBatches},
	{"kill", bothDialects, killDuringWork},
	{"slow", bothDialects, slowHandler},
	{"poison", bothDialects, poisonedKey},
	{"held", bothDialects, heldDeliveries},
	{"open", []string{database.Postgres}, openTransaction},
	{"restore", bothDialects, dumpAndRestore},
	{"sites", []string{database.Postgres}, betweenSites},
	{"sites statements", []string{database.Postgres}, statementsOfEvents},
}

var errMissed = errors.New("a bar was missed")

func run(ctx context.Context, only string) (err error) {
	s, err := newEnvironment()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	table := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "\tdatabase\tbar\tmeasured\t")
	missed := false
	for _, c := range checks {
		if !strings.Contains(c.name, only) {
			continue
		}
		for _, dialect := range c.dialects {
			began := time.Now()
			results, err := s.check(ctx, c, dialect)
			if err != nil {
				return fmt.Errorf("%s on %s: %w", c.name, dialect, err)
			}
			fmt.Fprintf(os.Stderr, "%s on %s: %v\n", c.name, dialect, time.Since(began).Round(time.Millisecond))
			for _, r := range results {
				verdict := ""
				if !r.ok {
					verdict, missed = "MISSED", true
				}
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", r.what, dialect, r.bar, r.got, verdict)
			}
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if missed {
		return errMissed
	}
	return nil
}

// check runs c with an instance of its own.
func (s *environment) check(ctx context.Context, c check, dialect string) (results []result, err error) {
	h, err := s.newInstance(ctx, dialect)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	return c.run(ctx, h)
}
