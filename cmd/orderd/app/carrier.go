package app

import (
	"context"
	"errors"
	"fmt"

	"orderd/platform/eventbus/carrier"
	"orderd/platform/telemetry"
)

// attachCarrier makes the carrier of events to and from other databases, where the configuration
// names NATS servers. Without them nothing of it is made, runs or is asked.
func (a *App) attachCarrier(s secrets) {
	c := a.config.Events
	if !a.config.UsesNATS() {
		return
	}
	a.carrier = carrier.New(a.db, a.bus, carrier.Options{
		URL: c.URL.Reveal(), CredsFile: c.CredsFile, Source: c.Source, Sites: c.Sites, Keep: c.StreamKeep,
		Secrets: s.ring, Clock: a.clock, Log: a.log.Named("carrier"),
	})
	a.carrier.Answer(exportQuestion, a.answerExport)
}

// site is the name of this database among the sites, "" without others.
func (a *App) site() string {
	if !a.config.UsesNATS() {
		return ""
	}
	return a.config.Events.Source
}

// atSite returns the text with the name of this site, when there are others.
func (a *App) atSite(text string) string {
	if site := a.site(); site != "" {
		return text + " at site " + site
	}
	return text
}

// registerCarrierGauges adds the metrics of the carrier. What waits to be sent is also the queue of
// the consumer "carrier" (events_pending).
func (a *App) registerCarrierGauges() {
	source := []string{"source"}
	a.metrics.Watch([]telemetry.Gauge{
		{Name: "events_carrier_connected", Help: "Whether this process is connected to NATS."},
		{Name: "events_carrier_refused", Help: "Whether this database must not send: it went back behind what it has " +
			"sent; orderd events renew-source."},
		{Name: "events_carrier_unsent", Help: "Events with an ordinal that the stream has not acknowledged."},
		{Name: "events_source_taken", Help: "Ordinal of the last event that was imported.", Labels: source},
		{Name: "events_source_incomplete", Help: "Whether events of the source are missing here for good.", Labels: source},
		{Name: "events_source_behind", Help: "Events that the source has announced and that are not imported.",
			Labels: source},
	}, func(ctx context.Context) ([]telemetry.Reading, error) {
		stats, err := a.carrier.Stats(ctx)
		if err != nil {
			return nil, err
		}
		readings := []telemetry.Reading{
			{Gauge: "events_carrier_connected", Value: truth(stats.Connected)},
			{Gauge: "events_carrier_refused", Value: truth(stats.Refused)},
			{Gauge: "events_carrier_unsent", Value: float64(stats.Unsent)},
		}
		for _, s := range stats.Sources {
			name := []string{s.Source}
			readings = append(readings,
				telemetry.Reading{Gauge: "events_source_taken", Labels: name, Value: float64(s.Taken)},
				telemetry.Reading{Gauge: "events_source_behind", Labels: name, Value: float64(s.Behind)},
				telemetry.Reading{Gauge: "events_source_incomplete", Labels: name, Value: truth(s.Incomplete)})
		}
		return readings, nil
	})
}

// truth returns 1 for true.
func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func eventsForkCommand() command {
	return command{
		name: "events fork", summary: "make a site of its own of a copy of another site's database",
		detail: "The copy (a dump that was restored) has the other site's log, its modules' tables and what waits to be " +
			"handled. This command makes it go on with what the other site publishes after the copy was made. events.source " +
			"is the name of the new site, and no process has run on the copy.",
		run: onSite(func(ctx context.Context, c call, a *App) error {
			from, err := carrier.Fork(ctx, a.db, c.config.Events.Source)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.Out, "%s goes on from its copy of %s; events.sites must name it\n", c.config.Events.Source, from)
			return nil
		}),
	}
}

func eventsRenewSourceCommand() command {
	return command{
		name:    "events renew-source",
		summary: "let a database that was restored from a backup send events to other sites again",
		detail: "A restored database would give new events the numbers of lost ones; the service refuses to send then, " +
			"and says so. This command gives its log another id. Other sites take what they do not have, and keep what the " +
			"backup lacks.",
		run: onSite(func(ctx context.Context, c call, a *App) error {
			common, err := carrier.RenewSource(ctx, a.db)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.Out, "renewed; events up to %d are the same in both logs\n", common)
			return nil
		}),
	}
}

// onSite makes a command's run of f, which needs the database of a site.
func onSite(f func(context.Context, call, *App) error) func(context.Context, call) error {
	return func(ctx context.Context, c call) error {
		if !c.config.UsesNATS() {
			return errors.New("events.url names no NATS servers: this database is no site")
		}
		return withDatabase(ctx, c.config, func(a *App) error { return f(ctx, c, a) })
	}
}
