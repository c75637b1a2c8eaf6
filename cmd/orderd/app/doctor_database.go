package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/module"
)

// checkSchema compares the schema with this binary's. It is readable when this binary's queries can
// be made on it.
func (a *App) checkSchema(ctx context.Context) (findings []module.Finding, readable bool) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	f := module.Finding{Level: module.OK, Code: "schema_ok", Subject: "schema", Found: "is this binary's"}
	err := database.CheckSchemaExact(ctx, a.db, a.Migrations())
	switch {
	case errors.Is(err, database.ErrNotMigrated):
		f = module.Finding{
			Level: module.Warning, Code: "schema_old", Subject: "schema", Found: err.Error(),
			Todo: "run `orderd migrate`; serve does so when it starts",
		}
		if migrated, err := database.IsMigrated(ctx, a.db, eventbus.Migrations()); err == nil && !migrated {
			f.Level, f.Code, f.Found = module.Error, "schema_missing", "no binary has migrated this database"
			f.Todo = "check that database.url names the right database; for a new installation run `orderd migrate`, or serve"
		}
		return []module.Finding{f}, false
	case errors.Is(err, database.ErrNewerSchema):
		f = module.Finding{
			Level: module.Warning, Code: "schema_new", Subject: "schema", Found: err.Error(),
			Todo: "use the newer binary; an older one serves beside it only during a roll-out",
		}
	case err != nil:
		return []module.Finding{module.NotChecked("schema", err)}, false
	}
	findings = []module.Finding{f}
	if declared, err := eventbus.ConsumersDeclared(ctx, a.db); err != nil {
		findings = append(findings, module.NotChecked("consumers", err))
	} else if !declared {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "consumers_missing", Subject: "schema",
			Found: "no binary has declared its consumers of events", Todo: "run `orderd migrate`, or serve",
		})
	}
	return findings, true
}

// checkServer looks at the version and the settings of the database.
func (a *App) checkServer(ctx context.Context) []module.Finding {
	if database.Dialect(a.db) == database.SQLite {
		var version string
		if err := a.db.WithContext(ctx).Raw("SELECT sqlite_version()").Scan(&version).Error; err != nil {
			return []module.Finding{module.NotChecked("database", err)}
		}
		return []module.Finding{{Level: module.OK, Code: "database_ok", Subject: "database", Found: "SQLite " + version}}
	}
	var s postgresServer
	before := a.clock.Now()
	err := a.db.WithContext(ctx).Raw(`SELECT current_setting('server_version') AS version,
		current_setting('fsync') AS fsync,
		current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit') AS synchronous_commit,
		current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
		(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connected, clock_timestamp() AS now,
		pg_database_size(current_database()) AS size`).Scan(&s).Error
	after := a.clock.Now()
	if err != nil {
		return []module.Finding{module.NotChecked("database", err)}
	}
	pool, err := a.db.DB()
	if err != nil {
		return []module.Finding{module.NotChecked("database", err)}
	}
	findings := []module.Finding{{Level: module.OK, Code: "database_ok", Subject: "database",
		Found: "PostgreSQL " + s.Version}, s.disk()}
	return append(append(findings, s.check(pool.Stats().MaxOpenConnections)...), clockFindings(s.Now, before, after)...)
}

// postgresServer is what a PostgreSQL server says of itself.
type postgresServer struct {
	Version, Fsync, FullPageWrites, SynchronousCommit string

	Connections, Connected int   // that there may be and that there are
	Size                   int64 // of the database, in bytes
	Now                    time.Time
}

// disk gives the size of the database alone: PostgreSQL has no function for the free space on its
// disk.
func (s postgresServer) disk() module.Finding {
	return module.Finding{
		Level: module.OK, Code: "database_size", Subject: "database",
		Found: fmt.Sprintf("takes %d MB; PostgreSQL does not say how much space is left on its disk", s.Size>>20),
		Todo: "look at the free space on the database's server, with df or in the provider's console, and have it " +
			"watched: without any, every write is answered with 503",
	}
}

// check judges the settings for a service with a pool of that size.
func (s postgresServer) check(pool int) (findings []module.Finding) {
	for _, setting := range [][2]string{{"fsync", s.Fsync}, {"full_page_writes", s.FullPageWrites}} {
		if setting[1] != "on" {
			findings = append(findings, module.Finding{
				Level: module.Error, Code: "database_unsafe", Subject: setting[0],
				Found: "is " + setting[1] + ": a crash of the server loses data, and serve refuses to start",
				Todo:  "set " + setting[0] + " = on in postgresql.conf",
			})
		}
	}
	if s.SynchronousCommit == "off" || s.SynchronousCommit == "local" {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "database_commit", Subject: "synchronous_commit",
			Found: "is " + s.SynchronousCommit + " in the service's sessions, which ask for on",
			Todo:  "let the pooler in front of the server pass synchronous_commit on, or set it to on there",
		})
	}
	used := strconv.Itoa(s.Connected) + " of " + strconv.Itoa(s.Connections) + " connections are used"
	// A replica that takes the place of another has its pool before the other one is gone. Each
	// listens with one connection more.
	if need := 2 * (pool + 1); s.Connections < need || s.Connected*5 > s.Connections*4 {
		return append(findings, module.Finding{
			Level: module.Warning, Code: "database_connections", Subject: "max_connections",
			Found: fmt.Sprintf("%s; a replica takes up to %d", used, pool+1),
			Todo:  "raise max_connections, or run fewer replicas",
		})
	}
	return append(findings, module.Finding{
		Level: module.OK, Code: "database_connections_ok", Subject: "max_connections", Found: used,
	})
}

// maxClockDifference is by how much the clocks of the service and of the database may differ.
const maxClockDifference = 2 * time.Second

// clockFindings compares the server's time, which it read between before and after.
func clockFindings(server, before, after time.Time) []module.Finding {
	apart := max(before.Sub(server), server.Sub(after))
	if apart <= maxClockDifference {
		return nil
	}
	return []module.Finding{{
		Level: module.Warning, Code: "clock_apart", Subject: "clock",
		Found: fmt.Sprintf("the database's clock and this machine's are %s apart", apart.Round(100*time.Millisecond)),
		Todo:  "synchronise both with NTP: tokens, codes and deadlines go by them",
	}}
}
