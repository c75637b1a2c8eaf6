package database

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"gorm.io/gorm"
)

const (
	// cancelDelay is how long a statement may still run after its context has ended. Most end by
	// themselves meanwhile; to cancel one takes the server a process for a moment, and its
	// connection 100 ms.
	cancelDelay = 20 * time.Millisecond
	// cancelLimit is when a connection is closed whose statement has not ended since: the network
	// is gone. A request has 9 s for its statements, and is to be answered within 10.
	cancelLimit = 500 * time.Millisecond
)

// cancelStatements makes a connection survive its statements: one whose context ends is cancelled
// on the server, where pgx would close the connection.
func cancelStatements(c *pgx.ConnConfig) {
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, CancelRequestDelay: cancelDelay, DeadlineDelay: cancelLimit}
	}
}

// closeAtOnce is for a connection that only listens: there is no statement to cancel.
func closeAtOnce(c *pgx.ConnConfig) {
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.DeadlineContextWatcherHandler{Conn: conn.Conn()}
	}
}

// nameInterruptions makes the statements of db that fail because their context has ended fail with
// that context's error.
func nameInterruptions(db *gorm.DB) error {
	name := func(db *gorm.DB) { db.Error = interrupted(db.Statement.Context, db.Error) }
	const as = "orderd:interrupted"
	on := db.Callback()
	return errors.Join(
		on.Create().After("*").Register(as, name), on.Query().After("*").Register(as, name), on.Update().After("*").Register(as, name),
		on.Delete().After("*").Register(as, name), on.Row().After("*").Register(as, name), on.Raw().After("*").Register(as, name),
	)
}

// interrupted adds the error of ctx to err when that is how a statement fails whose context has
// ended, in words that do not say so.
func interrupted(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil || errors.Is(err, ctx.Err()) || !isInterrupted(err) {
		return err
	}
	return fmt.Errorf("%w: %w", ctx.Err(), err)
}
