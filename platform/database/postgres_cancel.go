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
	// themselves in this time. To cancel one takes a server process for a moment and its connection
	// 100 ms.
	cancelDelay = 20 * time.Millisecond
	// cancelLimit is how long a cancelled statement may take to end. Then the network is gone, and
	// the connection is closed. A request has 9 s for its statements and is answered within 10.
	cancelLimit = 500 * time.Millisecond
)

// cancelStatements makes pgx cancel a statement on the server when its context ends. By default pgx
// closes the connection.
func cancelStatements(c *pgx.ConnConfig) {
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{
			Conn: conn, CancelRequestDelay: cancelDelay, DeadlineDelay: cancelLimit,
		}
	}
}

// closeAtOnce makes pgx close the connection when its context ends: for a connection that only
// listens, and so has no statement to cancel.
func closeAtOnce(c *pgx.ConnConfig) {
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.DeadlineContextWatcherHandler{Conn: conn.Conn()}
	}
}

// registerContextErrors makes the statements of db that fail because their context has ended return
// the context's error too.
func registerContextErrors(db *gorm.DB) error {
	const name = "orderd:interrupted"
	addError := func(db *gorm.DB) { db.Error = withContextError(db.Statement.Context, db.Error) }
	on := db.Callback()
	return errors.Join(
		on.Create().After("*").Register(name, addError), on.Query().After("*").Register(name, addError),
		on.Update().After("*").Register(name, addError), on.Delete().After("*").Register(name, addError),
		on.Row().After("*").Register(name, addError), on.Raw().After("*").Register(name, addError),
	)
}

// withContextError adds the error of ctx to err when err is the driver's error for a statement
// whose context has ended.
func withContextError(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil || errors.Is(err, ctx.Err()) || !isInterrupted(err) {
		return err
	}
	return fmt.Errorf("%w: %w", ctx.Err(), err)
}
