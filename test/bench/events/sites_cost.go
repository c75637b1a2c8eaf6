package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"go.uber.org/zap/zapcore"

	"orderd/platform/database"
)

// statementCounter counts the statements of the carrier and the round trips that they take, as the
// log of a handle has them that logs every statement.
type statementCounter struct {
	zapcore.LevelEnabler
	statements, trips atomic.Int64
}

func newStatementCounter() *statementCounter {
	return &statementCounter{LevelEnabler: zapcore.WarnLevel}
}

// With implements zapcore.Core.
func (c *statementCounter) With([]zapcore.Field) zapcore.Core { return c }

// Check implements zapcore.Core.
func (c *statementCounter) Check(e zapcore.Entry, to *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	return to.AddCore(e, c)
}

// carrierMarks are in the text of the carrier's round trips and in no other's.
var carrierMarks = []string{"event_carrier", "carrier_assign", "event_sources", "INSERT INTO events (id, name, key, subject, payload, " +
	"personal, occurred_at, request_id, causation, actor, trace, source)"}

// Write implements zapcore.Core.
func (c *statementCounter) Write(_ zapcore.Entry, fields []zapcore.Field) error {
	for _, f := range fields {
		if f.Key != "sql" {
			continue
		}
		for _, mark := range carrierMarks {
			if strings.Contains(f.String, mark) {
				c.trips.Add(1)
				c.statements.Add(1 + int64(strings.Count(f.String, "; ")))
				break
			}
		}
	}
	return nil
}

// Sync implements zapcore.Core.
func (c *statementCounter) Sync() error { return nil }

// statementsOfEvents counts what the carrier asks of both databases for an event, BEGIN and COMMIT
// included: of events that come alone, and of those that come quickly.
func statementsOfEvents(ctx context.Context, h *instance) (results []result, err error) {
	h.site.counter = newStatementCounter()
	defer func() { h.site.counter = nil }()
	there, err := h.site.newInstance(ctx, database.Postgres)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, there.close()) }()
	p, err := newSitePair(ctx, there)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if err := publishSlowly(ctx, there, p.m, 20, 1, 5*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	for _, row := range []struct {
		what string
		n    int
		gap  time.Duration
	}{{"statements of the carrier for an event, 20 events/s", 200, 50 * time.Millisecond},
		{"statements of the carrier for an event, up to 500 events/s", 2000, 2 * time.Millisecond}} {
		statements, trips := h.site.counter.statements.Load(), h.site.counter.trips.Load()
		if err := publishSlowly(ctx, there, p.m, row.n, 1, row.gap, newSingleConsumerEvent); err != nil {
			return nil, err
		}
		each := func(after, before int64) float64 { return float64(after-before) / float64(row.n) }
		got := fmt.Sprintf("%.2f in %.2f round trips", each(h.site.counter.statements.Load(), statements),
			each(h.site.counter.trips.Load(), trips))
		results = append(results, result{row.what, "", got, true})
	}
	return results, nil
}
