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

// sessionLimits keep a statement, a lock or an idle transaction from outliving a request (10 s) and
// delaying others. A limit in the query of the URL takes precedence.
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
	pool, err := newPool(ctx, cfg, o)
	if err != nil {
		return nil, err
	}
	check := checkDurable
	if o.ReadOnly {
		check = func(ctx context.Context, pool *pgxpool.Pool) error { return pool.Ping(ctx) }
	}
	if err := check(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return newHandle(pool, o)
}

// newPool makes the pool of connections. It connects to nothing yet.
func newPool(ctx context.Context, cfg *pgxpool.Config, o Options) (*pgxpool.Pool, error) {
	cfg.MaxConns = int32(o.MaxConns)
	if o.MaxConns == 0 {
		cfg.MaxConns = postgresConns
	}
	setSessionParams(cfg.ConnConfig)
	if o.ReadOnly {
		cfg.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	}
	cancelStatements(cfg.ConnConfig)
	cfg.ConnConfig.Tracer = postgresTracer{o.statementObserver()}
	cfg.AfterConnect = scanUTC
	return pgxpool.NewWithConfig(ctx, cfg)
}

// newHandle makes the handle on the pool. It closes the pool when it fails.
func newHandle(pool *pgxpool.Pool, o Options) (*gorm.DB, error) {
	sqlDB := stdlib.OpenDBFromPool(pool)
	maxConns := int(pool.Config().MaxConns)
	sqlDB.SetMaxOpenConns(maxConns)
	sqlDB.SetMaxIdleConns(maxConns)
	sqlDB.SetConnMaxLifetime(pool.Config().MaxConnLifetime)
	db, err := gorm.Open(postgres.New(postgres.Config{Conn: sqlDB}), gormConfig())
	if err != nil {
		pool.Close()
		return nil, err
	}
	signals := newSignalHub(newNotifier(sqlDB, pool.Config().ConnConfig, o.Log))
	return db, db.Use(&state{log: o.Log, signals: signals, pool: pool})
}

// setSessionParams sets the parameters that every session of the service needs.
func setSessionParams(c *pgx.ConnConfig) {
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

// scanUTC makes pgx scan times in UTC instead of the machine's zone.
func scanUTC(_ context.Context, c *pgx.Conn) error {
	c.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// checkDurable returns an error for a server that may lose committed data.
func checkDurable(ctx context.Context, pool *pgxpool.Pool) error {
	var fsync, fullPageWrites string
	err := pool.QueryRow(ctx, "SELECT current_setting('fsync'), current_setting('full_page_writes')").
		Scan(&fsync, &fullPageWrites)
	if err != nil {
		return err
	}
	if fsync != "on" || fullPageWrites != "on" {
		return fmt.Errorf("the server runs with fsync=%s and full_page_writes=%s: %w", fsync, fullPageWrites, errNotDurable)
	}
	return nil
}

var errNotDurable = errors.New("both must be on, else a crash loses data")
