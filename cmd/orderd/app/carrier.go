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

// registerCarrierGauges adds the metrics of the carrier. What waits to be sent is also the queue of
// the consumer "carrier" (events_pending).
func (a *App) registerCarrierGauges() {
	source := []string{"source"}
	a.metrics.Watch([]telemetry.Gauge{
		{Name: "events_carrier_connected", Help: "Whether this process is connected to NATS."},
		{Name: "events_carrier_refused", Help: "Whether this database must not send: it went back behind what it has sent; orderd events renew-source."},
		{Name: "events_carrier_unsent", Help: "Events with an ordinal that the stream has not acknowledged."},
		{Name: "events_source_taken", Help: "Ordinal of the last event that was imported.", Labels: source},
		{Name: "events_source_behind", Help: "Events that the source has announced and that are not imported.", Labels: source},
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
				telemetry.Reading{Gauge: "events_source_behind", Labels: name, Value: float64(s.Behind)})
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

func eventsRenewSourceCommand() command {
	return command{
		name: "events renew-source", summary: "let a database that was restored from a backup send events to other sites again",
		detail: "A restored database would give new events the numbers of lost ones; the service refuses to send then, and says so. This command gives its log " +
			"another id. Other sites take what they do not have, and keep what the backup lacks.",
		run: func(ctx context.Context, c call) error {
			if !c.config.UsesNATS() {
				return errors.New("events.url names no NATS servers: this database sends to no site")
			}
			return withDatabase(ctx, c.config, func(a *App) error {
				common, err := carrier.RenewSource(ctx, a.db)
				if err != nil {
					return err
				}
				fmt.Fprintf(c.Out, "renewed; events up to %d are the same in both logs\n", common)
				return nil
			})
		},
	}
}
