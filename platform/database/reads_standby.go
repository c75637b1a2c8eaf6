package database

import (
	"context"
	"errors"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

// standby is one server that replays the primary's log.
type standby struct {
	host   string // host:port, for metrics and the log
	db     *gorm.DB
	usable atomic.Bool
	reads  atomic.Int64

	mu     sync.Mutex
	lag    time.Duration // when it was measured last; below 0 before that
	reason error         // why it is not used
	judged bool          // whether its state has been logged
}

// configsByHost returns a configuration for each host that the URL names.
func configsByHost(url string) ([]*pgxpool.Config, error) {
	whole, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	first := &pgconn.FallbackConfig{
		Host: whole.ConnConfig.Host, Port: whole.ConnConfig.Port, TLSConfig: whole.ConnConfig.TLSConfig,
	}
	var configs []*pgxpool.Config
	byHost := map[string]*pgxpool.Config{}
	for _, to := range append([]*pgconn.FallbackConfig{first}, whole.ConnConfig.Fallbacks...) {
		if same, known := byHost[hostOf(to.Host, to.Port)]; known { // with TLS and without
			same.ConnConfig.Fallbacks = append(same.ConnConfig.Fallbacks, to)
			continue
		}
		cfg := whole.Copy()
		cfg.ConnConfig.Host, cfg.ConnConfig.Port, cfg.ConnConfig.TLSConfig, cfg.ConnConfig.Fallbacks = to.Host, to.Port,
			to.TLSConfig, nil
		byHost[hostOf(to.Host, to.Port)] = cfg
		configs = append(configs, cfg)
	}
	return configs, nil
}

func hostOf(host string, port uint16) string {
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}

func openStandby(ctx context.Context, cfg *pgxpool.Config, o ReadsOptions) (*standby, error) {
	options := Options{MaxConns: o.MaxConns, ReadOnly: true, Log: o.Log}
	pool, err := newPool(ctx, cfg, options)
	if err != nil {
		return nil, err
	}
	db, err := newHandle(pool, options)
	if err != nil {
		return nil, err
	}
	stateOf(db).standby = true
	return &standby{host: hostOf(cfg.ConnConfig.Host, cfg.ConnConfig.Port), db: db, lag: -1}, nil
}

// OnStandby reports whether the handle reads from a standby.
func OnStandby(db *gorm.DB) bool { return stateOf(db).standby }

// isGone reports whether err means that the server does not serve any more, rather than that it
// could not answer this statement.
func isGone(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code[:min(3, len(pg.Code))] == "57P" // shut down, crashed, starting
	}
	return IsUnavailable(err) && !errors.Is(err, context.DeadlineExceeded)
}
