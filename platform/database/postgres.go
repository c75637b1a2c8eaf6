package database

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// postgresConns is the default size of the pool: several replicas fit into a server's usual 100.
const postgresConns = 16

// sessionLimits end what would hold others up: no statement, lock or idle transaction outlives a request (10 s).
// A limit in the URL's query wins.
var sessionLimits = map[string]string{
	"statement_timeout":                   "5s",
	"lock_timeout":                        "2s",
	"idle_in_transaction_session_timeout": "10s",
	"application_name":                    "orderd",
}

func openPostgres(ctx context.Context, o Options) (*gorm.DB, error) {
	cfg, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, err
	}
	cfg.MaxConns = int32(o.MaxConns)
	if o.MaxConns == 0 {
		cfg.MaxConns = postgresConns
	}
	prepare(cfg.ConnConfig)
	if o.ReadOnly {
		cfg.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	}
	cancelStatements(cfg.ConnConfig)
	cfg.ConnConfig.Tracer = postgresTracer{o.statements()}
	cfg.AfterConnect = scanUTC
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	check := trustworthy
	if o.ReadOnly {
		check = func(ctx context.Context, pool *pgxpool.Pool) error { return pool.Ping(ctx) }
	}
	if err := check(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	sqlDB := stdlib.OpenDBFromPool(pool)
	sqlDB.SetMaxOpenConns(int(cfg.MaxConns))
	sqlDB.SetMaxIdleConns(int(cfg.MaxConns))
	sqlDB.SetConnMaxLifetime(cfg.MaxConnLifetime)
	db, err := gorm.Open(postgres.New(postgres.Config{Conn: sqlDB}), config())
	if err != nil {
		pool.Close()
		return nil, err
	}
	signals := newSignals(newRemote(sqlDB, pool.Config().ConnConfig, o.Log))
	return db, db.Use(&state{log: o.Log, signals: signals, pool: pool})
}

// prepare sets what every session of the service needs.
func prepare(c *pgx.ConnConfig) {
	for name, value := range sessionLimits {
		if _, set := c.RuntimeParams[name]; !set {
			c.RuntimeParams[name] = value
		}
	}
	c.RuntimeParams["timezone"] = "UTC"
	c.RuntimeParams["synchronous_commit"] = "on"
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = 5 * time.Second
	}
}

// scanUTC makes times come back in UTC instead of the machine's zone.
func scanUTC(_ context.Context, c *pgx.Conn) error {
	c.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// trustworthy refuses a server that may lose what it has acknowledged.
func trustworthy(ctx context.Context, pool *pgxpool.Pool) error {
	var fsync, fullPageWrites string
	err := pool.QueryRow(ctx, "SELECT current_setting('fsync'), current_setting('full_page_writes')").Scan(&fsync, &fullPageWrites)
	if err != nil {
		return err
	}
	if fsync != "on" || fullPageWrites != "on" {
		return fmt.Errorf("the server runs with fsync=%s and full_page_writes=%s: %w", fsync, fullPageWrites, errUntrusted)
	}
	return nil
}

var errUntrusted = errors.New("both must be on, else a crash loses data")
