package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// timeFormat is how the tables of the commands write a time.
const timeFormat = "2006-01-02T15:04:05.000Z"

func eventsListCommand() command {
	var f eventbus.LogFilter
	var limit int
	var payload bool
	return command{
		name: "events list", summary: "list the event log, newest first",
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&f.Name, "name", "", "only events with this `NAME`")
			fs.StringVar(&f.Key, "key", "", "only events of the aggregate with this `ID`")
			fs.StringVar(&f.RequestID, "request", "", "only what the request with this `ID` caused")
			fs.StringVar(&f.Actor, "actor", "", "only what this `ACTOR` did (user:ID, key:ID, anonymous, system, cli)")
			fs.IntVar(&limit, "limit", 20, "at most so many")
			fs.BoolVar(&payload, "payload", false, "print whole events, one JSON object a line, with personal data")
		},
		run: func(ctx context.Context, c call) error {
			return withDatabase(ctx, c.config, func(a *App) error {
				entries, n, err := eventbus.ListLog(ctx, a.db, f, limit, 0)
				if err != nil {
					return err
				}
				total := fmt.Sprint(n)
				if n == eventbus.CountLimit {
					total += " or more"
				}
				for i := range entries {
					entries[i].Source = cmp.Or(entries[i].Source, a.site())
				}
				if payload {
					return printPayloads(c.Out, entries)
				}
				return printTable(c.Out, a.atSite(fmt.Sprintf("%d of %s", len(entries), total)),
					"SEQ\tOCCURRED\tNAME\tKEY\tACTOR\tREQUEST\tSOURCE", func(row func(...any)) {
						for _, e := range entries {
							row(e.Seq, e.OccurredAt.Format(timeFormat), e.Name, e.Key, e.Actor, e.RequestID, e.Source)
						}
					})
			})
		},
	}
}

// printPayloads prints events as JSON, one object a line.
func printPayloads(w io.Writer, entries []eventbus.LogEntry) error {
	encoder := json.NewEncoder(w)
	for _, e := range entries {
		if err := encoder.Encode(e); err != nil {
			return err
		}
	}
	return nil
}

func eventsDeadCommand() command {
	var limit int
	return command{
		name: "events dead", summary: "list the deliveries that a consumer gave up on",
		detail: "Each holds back the later events of its key at its consumer (WAITING) until it is retried. Below stand " +
			"the subscriptions that this binary does not serve: what waits for them holds back its keys likewise, until " +
			"another binary handles it or the subscription is removed. With several sites each lists the deliveries of its " +
			"own consumers.",
		flags: func(fs *flag.FlagSet) { fs.IntVar(&limit, "limit", 100, "at most so many") },
		run: func(ctx context.Context, c call) error {
			return withDatabase(ctx, c.config, func(a *App) error {
				dead, total, err := eventbus.ListDead(ctx, a.db, eventbus.DeadFilter{}, limit, 0)
				if err != nil {
					return err
				}
				err = printTable(c.Out, a.atSite(fmt.Sprintf("%d of %d", len(dead), total)),
					"ID\tCONSUMER\tEVENT\tKEY\tDIED\tATTEMPTS\tWAITING\tERROR", func(row func(...any)) {
						for _, d := range dead {
							row(d.ID, d.Consumer, d.Event.Name, d.Event.Key, d.DiedAt.Format(timeFormat), d.Attempts, d.Waiting, d.LastError)
						}
					})
				return errors.Join(err, a.printUnserved(ctx, c.Out))
			})
		},
	}
}

// printUnserved prints the subscriptions that this binary does not serve, and nothing when there
// are none.
func (a *App) printUnserved(ctx context.Context, w io.Writer) error {
	unserved, err := eventbus.UnservedSubscriptions(ctx, a.db)
	if err != nil || len(unserved) == 0 {
		return err
	}
	fmt.Fprintln(w)
	return printTable(w, "not served by this binary; if no other one does", "CONSUMER\tEVENT\tWAITING\tREMOVE WITH",
		func(row func(...any)) {
			for _, u := range unserved {
				row(u.Consumer, u.Event, u.Waiting, u.Command())
			}
		})
}

func eventsRetryCommand() command {
	var consumer, name string
	var all bool
	return command{
		name: "events retry", args: "[ID]", nargs: 1, optional: true,
		summary: "retry a dead delivery (its ID as `events dead` shows it), or many",
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&consumer, "consumer", "", "all those of the consumer with this `NAME`")
			fs.StringVar(&name, "name", "", "all those of events with this `NAME`")
			fs.BoolVar(&all, "all", false, "all of them")
		},
		run: func(ctx context.Context, c call) error {
			args := c.args
			if many := consumer != "" || name != ""; len(args) == 1 && (all || many) || len(args) == 0 && all == many {
				return usageError("events retry: an ID, or --consumer and --name, or --all")
			}
			if len(args) == 0 {
				args = []string{"--consumer", consumer, "--name", name}
			}
			return withDatabase(ctx, c.config, func(a *App) error { return a.moduleCommand(ctx, c, "events retry", args...) })
		},
	}
}

func eventsReplayCommand() command {
	var consumer string
	var reset, retained bool
	return command{
		name: "events replay", summary: "give a read model every event of the log again",
		detail: "It is refused for a consumer that is no read model: its effects would happen twice.",
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&consumer, "consumer", "", "`NAME` of the consumer")
			fs.BoolVar(&reset, "reset", false, "empty the read model first")
			fs.BoolVar(&retained, "from-retained", false,
				"also where the log was trimmed (events.keep): the read model gets what is left of it")
		},
		run: func(ctx context.Context, c call) error {
			if consumer == "" {
				return usageError("events replay: --consumer is missing")
			}
			return withDatabase(ctx, c.config, func(a *App) error {
				replay := eventbus.Replay
				if retained {
					replay = eventbus.ReplayRetained
				}
				n, err := replay(ctx, a.db, consumer, reset)
				if fault.Is(err, fault.NotFound) {
					return fmt.Errorf("there is no consumer %q", consumer)
				}
				if errors.Is(err, eventbus.ErrTrimmed) {
					return fmt.Errorf("%w; --from-retained replays what is left", err)
				}
				if err != nil {
					return err
				}
				fmt.Fprintf(c.Out, "%d events are queued for %s; the service handles them\n", n, consumer)
				return nil
			})
		},
	}
}

func eventsRemoveCommand() command {
	var event string
	return command{
		name: "events remove", args: "CONSUMER", nargs: 1,
		summary: "forget a consumer that no binary has any more, and what waits for it",
		detail: "Until then its events wait, so that an older binary that still runs loses nothing. It is refused for " +
			"consumers of this binary.",
		flags: func(fs *flag.FlagSet) {
			fs.StringVar(&event, "event", "", "only the events with this `NAME`, which it hears no more")
		},
		run: func(ctx context.Context, c call) error {
			return withDatabase(ctx, c.config, func(a *App) error {
				var events []string
				if event != "" {
					events = append(events, event)
				}
				err := eventbus.RemoveConsumer(ctx, a.db, c.args[0], events...)
				switch {
				case fault.Is(err, fault.NotFound):
					return fmt.Errorf("nothing is known of %s", strings.TrimSpace(c.args[0]+" "+event))
				case err != nil:
					return err
				}
				fmt.Fprintln(c.Out, "forgotten")
				return nil
			})
		},
	}
}

// printTable prints rows under a head, and a foot.
func printTable(w io.Writer, foot, head string, fill func(row func(...any))) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, head)
	fill(func(cells ...any) {
		for i, cell := range cells {
			if i > 0 {
				fmt.Fprint(t, "\t")
			}
			fmt.Fprint(t, cell)
		}
		fmt.Fprintln(t)
	})
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, foot)
	return err
}
