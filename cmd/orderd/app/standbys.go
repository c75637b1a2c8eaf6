package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"orderd/platform/database"
	"orderd/platform/module"
	"orderd/platform/telemetry"
)

// openReads opens the standbys that the configuration names. It connects to none of them: the
// service starts without them too.
func (a *App) openReads(ctx context.Context) (err error) {
	c := a.config.Database
	if c.ReadURL == "" {
		return nil
	}
	a.reads, err = database.OpenReads(ctx, a.db, database.ReadsOptions{URL: c.ReadURL.Reveal(), MaxLag: c.ReadLag,
		Log: a.log.Named("standbys")})
	if err != nil {
		return fmt.Errorf("database.read_url: %w", err)
	}
	return nil
}

// registerStandbyGauges adds the metrics of the standbys, as they were measured last, and of the
// pools of connections to them: a scrape asks no server.
func (a *App) registerStandbyGauges() error {
	pools, err := a.reads.Pools()
	if err != nil {
		return fmt.Errorf("the pools of the standbys: %w", err)
	}
	for host, pool := range pools {
		a.metrics.WatchPool(pool, "standby "+host)
	}
	host := []string{"host"}
	a.metrics.Watch([]telemetry.Gauge{
		{Name: "database_standby_usable", Help: "Whether the standby answers reads; else the primary does.", Labels: host},
		{Name: "database_standby_lag_seconds",
			Help: "By how much the standby is behind, 300 at most; absent when that is not known.", Labels: host},
		{Name: "database_standby_reads", Help: "Reads that the standby has answered to this process.", Labels: host},
	}, func(context.Context) (readings []telemetry.Reading, _ error) {
		for _, s := range a.reads.Standbys() {
			name := []string{s.Host}
			readings = append(readings,
				telemetry.Reading{Gauge: "database_standby_usable", Labels: name, Value: truth(s.Usable)},
				telemetry.Reading{Gauge: "database_standby_reads", Labels: name, Value: float64(s.Reads)})
			if s.Lag >= 0 {
				readings = append(readings, telemetry.Reading{
					Gauge: "database_standby_lag_seconds", Labels: name, Value: s.Lag.Seconds(),
				})
			}
		}
		return readings, nil
	})
	return nil
}

// checkStandbys measures the standbys, for doctor. It gives them a moment to catch up.
func (a *App) checkStandbys(ctx context.Context) (findings []module.Finding) {
	if a.config.Database.ReadURL == "" {
		return nil
	}
	const key = "database.read_url"
	if err := a.openReads(ctx); err != nil {
		return []module.Finding{{Level: module.Error, Code: "standby_bad_url", Subject: key, Found: err.Error(),
			Todo: "correct " + key}}
	}
	for range 10 {
		a.reads.Measure(ctx)
		if !slices.ContainsFunc(a.reads.Standbys(), func(s database.StandbyStatus) bool { return !s.Usable }) {
			break
		}
		sleep(ctx, 100*time.Millisecond)
	}
	for _, s := range a.reads.Standbys() {
		f := module.Finding{Level: module.OK, Code: "standby_ok", Subject: key, Found: s.Host + " answers reads"}
		if s.Reason != nil || !s.Usable {
			f = module.Finding{
				Level: module.Warning, Code: "standby_unused", Subject: key,
				Found: fmt.Sprintf("%s answers no reads: %v", s.Host, s.Reason),
				Todo:  "start it, let it catch up, or correct " + key + "; until then its reads go to the primary",
			}
		}
		findings = append(findings, f)
	}
	return findings
}
