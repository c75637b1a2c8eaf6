package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"orderd/platform/database"
	"orderd/platform/eventbus/carrier"
	"orderd/platform/id"
	"orderd/platform/secret"
	"orderd/test/kit/natsserver"
	"orderd/test/kit/port"
)

const (
	sitesRateBar = 5000.0 // deliveries a second
	sitesSecret  = "a secret of the measurements, long enough"
)

// sitePair is a site that publishes and one that handles, with three NATS servers between them.
type sitePair struct {
	there, here *instance // published there, handled here
	m           *meter
	stop        func() error
}

// betweenSites: published in one database, handled in another. Stream and heads have three
// replicas, which all run in this process.
func betweenSites(ctx context.Context, there *instance) (results []result, err error) {
	p, err := newSitePair(ctx, there)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	for _, measure := range []func(context.Context) ([]result, error){p.idle, p.latencies, p.throughput} {
		some, err := measure(ctx)
		if err != nil {
			return nil, err
		}
		results = append(results, some...)
	}
	return results, nil
}

func newSitePair(ctx context.Context, there *instance) (p *sitePair, err error) {
	url, stopNodes, err := startNodes(there.site.dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			stopNodes()
		}
	}()
	here, err := there.site.newInstance(ctx, database.Postgres)
	if err != nil {
		return nil, err
	}
	p = &sitePair{there: there, here: here, m: newMeter()}
	here.subscribe(p.m)
	stopThere, err := there.carry(ctx, url, "there")
	if err != nil {
		return nil, err
	}
	stopHere, err := here.carry(ctx, url, "here", "there")
	if err != nil {
		return nil, errors.Join(err, stopThere())
	}
	p.stop = func() error {
		err := errors.Join(stopHere(), stopThere(), here.close())
		stopNodes()
		return err
	}
	return p, nil
}

// carry starts the instance as a site.
func (h *instance) carry(ctx context.Context, url, source string, from ...string) (stop func() error, err error) {
	if err := database.Migrate(ctx, h.db, []database.Migrations{carrier.Migrations()}); err != nil {
		return nil, err
	}
	c := carrier.New(h.db, h.bus, carrier.Options{URL: url, Source: source, Sites: from, Keep: time.Hour, Secrets: secret.New(sitesSecret)})
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	running, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- c.Run(running) }()
	return func() error { cancel(); return <-done }, nil
}

// startNodes starts an empty cluster of three NATS servers with its data below dir.
func startNodes(dir string) (url string, stop func(), err error) {
	dir, err = os.MkdirTemp(dir, "nats-")
	if err != nil {
		return "", nil, err
	}
	var l natsserver.Layout
	for i := range 3 {
		client, errClient := port.Free()
		route, errRoute := port.Free()
		if err := errors.Join(errClient, errRoute); err != nil {
			return "", nil, err
		}
		l.Clients, l.Routes = append(l.Clients, client), append(l.Routes, route)
		l.Dirs = append(l.Dirs, filepath.Join(dir, fmt.Sprintf("nats%d", i)))
	}
	var nodes []*natsserver.Node
	stop = func() {
		for _, n := range nodes {
			n.Stop()
		}
	}
	for i := range l.Dirs {
		n, err := l.Node(i)
		if err == nil {
			err = errors.Join(os.MkdirAll(l.Dirs[i], 0o700), n.Start())
		}
		if err != nil {
			stop()
			return "", nil, err
		}
		nodes = append(nodes, n)
	}
	return l.URL(), stop, nil
}

func (p *sitePair) latencies(ctx context.Context) ([]result, error) {
	// Warm: the servers choose their leaders.
	if err := publishSlowly(ctx, p.there, p.m, 50, 1, 5*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	p.m.took = nil
	if err := publishSlowly(ctx, p.there, p.m, 400, 1, 20*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	results := []result{p.m.within("commit → handled at another site, idle, one consumer", latencyBar)}
	p.m.took = nil
	if err := publishSlowly(ctx, p.there, p.m, 2000, 1, 2*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	results = append(results, result{"commit → handled at another site, up to 500 events/s", "", p.m.text(), true})
	p.m.took = nil
	if err := publishSlowly(ctx, p.there, p.m, 100, consumers, 40*time.Millisecond, newManyConsumersEvent); err != nil {
		return nil, err
	}
	return append(results, result{"commit → handled at another site, one event for all 12 consumers", "", p.m.text(), true}), nil
}

// throughput publishes 3 000 events as fast as they are committed.
func (p *sitePair) throughput(ctx context.Context) ([]result, error) {
	const n = 3000
	before, err := p.here.count(ctx, "SELECT count(*) FROM effects")
	if err != nil {
		return nil, err
	}
	began := time.Now()
	for range n / 10 {
		if err := p.there.publish(ctx, makeEvents(10, id.New)...); err != nil {
			return nil, err
		}
	}
	if err := p.here.awaitCount(ctx, before+n*consumers, "SELECT count(*) FROM effects"); err != nil {
		return nil, err
	}
	rate := float64(n*consumers) / time.Since(began).Seconds()
	return []result{{"deliveries at another site, 12 consumers", fmt.Sprintf("≥ %.0f/s", sitesRateBar), fmt.Sprintf("%.0f/s", rate),
		rate >= sitesRateBar}}, nil
}

// idle counts the queries of both sites while nothing happens. It comes first: PostgreSQL counts
// those of busy connections late.
func (p *sitePair) idle(ctx context.Context) (results []result, err error) {
	before := [2]int64{}
	sites := [2]*instance{p.there, p.here}
	if err := wait(ctx, 2*time.Second); err != nil {
		return nil, err
	}
	for i, h := range sites {
		if before[i], err = h.transactions(ctx); err != nil {
			return nil, err
		}
	}
	if err := wait(ctx, idleFor); err != nil {
		return nil, err
	}
	for i, what := range []string{"queries of an idle site that sends", "queries of an idle site that sends and imports, 12 consumers"} {
		after, err := sites[i].transactions(ctx)
		if err != nil {
			return nil, err
		}
		rate := float64(after-before[i]) / idleFor.Seconds()
		results = append(results, result{what, fmt.Sprintf("< %.0f/s", idleBar), fmt.Sprintf("%.1f/s", rate), rate < idleBar})
	}
	return results, nil
}
