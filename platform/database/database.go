// Package database opens the service's database by URL (SQLite, embedded, or PostgreSQL), migrates it and runs
// transactions. Where the two differ, the difference ends here.
package database

import (
	"context"
	"io/fs"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"
)

// The dialects.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// Options say how to open a database.
type Options struct {
	URL      string // "sqlite:PATH" or "postgres://…"
	MaxConns int    // size of the pool; 0 means the default
	Relaxed  bool   // SQLite: synchronous=NORMAL, for dev mode; the last commits may be lost with the power
	Log      *zap.Logger
}

// Open opens the database and checks that it may be trusted with data.
func Open(ctx context.Context, o Options) (*gorm.DB, error) { panic("stub") }

// Close stops the signals and closes the pool.
func Close(db *gorm.DB) error { panic("stub") }

// Dialect is SQLite or Postgres.
func Dialect(db *gorm.DB) string { panic("stub") }

// InTx runs fn in one transaction: committed when fn returns nil, else rolled back. tx carries ctx. On SQLite writers
// of this process queue in order, so that none meets SQLITE_BUSY. An InTx inside an InTx is an error.
// A database that is away, overloaded or shutting down gives a fault.Unavailable.
func InTx(ctx context.Context, db *gorm.DB, fn func(tx *gorm.DB) error) error { panic("stub") }

// IsTx tells whether tx is a transaction opened by InTx.
func IsTx(tx *gorm.DB) bool { panic("stub") }

// AfterCommit runs fn right after the transaction of tx has been committed; never when it was rolled back.
// fn must not block.
func AfterCommit(tx *gorm.DB, fn func()) { panic("stub") }

// Savepoint runs fn inside a savepoint of tx: rolled back to it when fn returns an error, which it returns.
func Savepoint(tx *gorm.DB, fn func(tx *gorm.DB) error) error { panic("stub") }

// ForUpdate locks the rows that the query reads until the transaction ends (SQLite: immediate transactions do that already).
func ForUpdate(tx *gorm.DB) *gorm.DB { panic("stub") }

// IsUnique tells whether err is a violation of a UNIQUE or PRIMARY KEY constraint on the columns or constraint named
// (PostgreSQL names the constraint, SQLite the columns: give both, e.g. IsUnique(err, "identity_users_email_key", "identity_users.email")).
// Without names any such violation counts.
func IsUnique(err error, names ...string) bool { panic("stub") }

// IsUnavailable tells whether err says that the database can't be reached or can't answer in time.
func IsUnavailable(err error) bool { panic("stub") }

// Migrations are one module's migrations: FS holds the folders postgres and sqlite.
type Migrations struct {
	Name string
	FS   fs.FS
}

// Migrate brings every set to its newest version, each under its own version table, all under one lock,
// so that several replicas may start at once.
func Migrate(ctx context.Context, db *gorm.DB, sets []Migrations) error { panic("stub") }

// Current tells whether the schema is at least at the newest version that this binary knows.
func Current(ctx context.Context, db *gorm.DB, sets []Migrations) error { panic("stub") }

// Broadcast wakes the listeners of topic: in this process at once, in other processes on the same PostgreSQL by one
// coalesced NOTIFY a few milliseconds later. Payloads are short (ids). A signal may get lost: a poll must stand behind it.
// Call it from AfterCommit.
func Broadcast(db *gorm.DB, topic, payload string) { panic("stub") }

// Listen calls fn for every signal of topic, one at a time, until the function it returns is called. fn must not block.
func Listen(db *gorm.DB, topic string, fn func(payload string)) (stop func()) { panic("stub") }

// Retry is how long a client should wait when the database is away.
const Retry = 2 * time.Second
