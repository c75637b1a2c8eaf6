package main

import (
	"context"
	"database/sql"
	"fmt"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

const (
	idleFor = 10 * time.Second
	idleBar = 25.0 // queries a second of a whole server; the bus is one of its parts
)

// idleQueries counts what a started bus with 12 consumers asks of the database while nothing
// happens.
func idleQueries(ctx context.Context, h *instance) ([]result, error) {
	h.subscribe(newMeter())
	count := h.transactions
	if database.Dialect(h.db) == database.SQLite {
		count = counted(h.db)
	}
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	if err := wait(ctx, 2*time.Second); err != nil {
		return nil, err
	}
	before, err := count(ctx)
	if err != nil {
		return nil, err
	}
	if err := wait(ctx, idleFor); err != nil {
		return nil, err
	}
	after, err := count(ctx)
	if err != nil {
		return nil, err
	}
	rate := float64(after-before) / idleFor.Seconds()
	return []result{{"queries of an idle bus, 12 consumers", fmt.Sprintf("< %.0f/s", idleBar), fmt.Sprintf("%.1f/s", rate), rate < idleBar}},
		nil
}

// transactions are those that PostgreSQL has counted in this database; a query outside of one is
// one.
func (h *instance) transactions(ctx context.Context) (n int64, err error) {
	var row struct{ N int64 }
	err = h.db.WithContext(ctx).Raw("SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = " +
		"current_database()").Scan(&row).Error
	return row.N, err
}

// counted makes the handle count its queries: SQLite keeps no statistics.
func counted(db *gorm.DB) func(context.Context) (int64, error) {
	c := &counting{ConnPool: db.ConnPool}
	db.ConnPool, db.Statement.ConnPool = c, c
	return func(context.Context) (int64, error) { return c.n.Load(), nil }
}

type counting struct {
	gorm.ConnPool
	n atomic.Int64
}

func (c *counting) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	c.n.Add(1)
	return c.ConnPool.ExecContext(ctx, query, args...)
}

func (c *counting) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	c.n.Add(1)
	return c.ConnPool.QueryContext(ctx, query, args...)
}

// GetDBConn lets gorm find the pool behind it.
func (c *counting) GetDBConn() (*sql.DB, error) { return c.ConnPool.(*sql.DB), nil }

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
