package app

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"orderd/platform/eventbus"
	"orderd/platform/telemetry"
)

// registerGauges adds the metrics of the connection pool and of the queues of events. They are read
// when they are scraped: a service without a scraper asks the database nothing.
func (a *App) registerGauges() error {
	pool, err := a.db.DB()
	if err != nil {
		return fmt.Errorf("the connection pool: %w", err)
	}
	a.metrics.WatchPool(pool, "")
	a.metrics.InitLimits(slices.Collect(maps.Keys(a.config.Limits.Rates()))...)
	a.metrics.InitConsumers(a.bus.Consumers()...)
	consumer := []string{"consumer"}
	a.metrics.Watch([]telemetry.Gauge{
		{Name: "events_pending",
			Help: "Deliveries not handled yet, those behind a dead one included; 2500 is that many or more.", Labels: consumer},
		{Name: "events_dead", Help: "Deliveries that the consumer gave up on.", Labels: consumer},
		{Name: "events_lag_seconds", Help: "Age of the oldest event that waits and is not behind a dead one.",
			Labels: consumer},
		{
			Name:   "events_unserved",
			Help:   "Deliveries of a subscription that this binary does not serve; orderd events remove ends it.",
			Labels: []string{"consumer", "event"},
		},
	}, func(ctx context.Context) ([]telemetry.Reading, error) {
		stats, err := eventbus.Stats(ctx, a.db)
		if err != nil {
			return nil, err
		}
		unserved, err := eventbus.UnservedSubscriptions(ctx, a.db)
		if err != nil {
			return nil, err
		}
		var readings []telemetry.Reading
		for _, s := range stats {
			name := []string{s.Consumer}
			readings = append(readings,
				telemetry.Reading{Gauge: "events_pending", Labels: name, Value: float64(s.Pending)},
				telemetry.Reading{Gauge: "events_dead", Labels: name, Value: float64(s.Dead)},
				telemetry.Reading{Gauge: "events_lag_seconds", Labels: name, Value: s.Lag.Seconds()})
		}
		for _, u := range unserved {
			readings = append(readings, telemetry.Reading{
				Gauge: "events_unserved", Labels: []string{u.Consumer, u.Event}, Value: float64(u.Waiting),
			})
		}
		return readings, nil
	})
	if a.config.Database.ReadURL != "" {
		if err := a.registerStandbyGauges(); err != nil {
			return err
		}
	}
	if a.carrier != nil {
		a.registerCarrierGauges()
	}
	return nil
}
