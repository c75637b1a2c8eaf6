package database

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// postgresTracer observes the statements of pgx connections. It keeps the statement under way on
// its connection, which runs one at a time: to keep it in the context would allocate for each
// statement.
type postgresTracer struct{ *statementObserver }

// statementKey is the key of the statement under way in the connection's data.
const statementKey = "orderd:statement"

func (t postgresTracer) current(c *pgx.Conn) *observedStatement {
	data := c.PgConn().CustomData()
	st, ok := data[statementKey].(*observedStatement)
	if !ok {
		st = new(observedStatement)
		data[statementKey] = st
	}
	return st
}

// TraceQueryStart implements pgx.QueryTracer.
func (t postgresTracer) TraceQueryStart(
	ctx context.Context, c *pgx.Conn, data pgx.TraceQueryStartData,
) context.Context {
	*t.current(c) = t.begin(ctx, data.SQL)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer. pgx calls it when all rows of a query are read.
func (t postgresTracer) TraceQueryEnd(ctx context.Context, c *pgx.Conn, data pgx.TraceQueryEndData) {
	t.finish(ctx, c, data.CommandTag.RowsAffected(), data.Err)
}

// TraceBatchStart implements pgx.BatchTracer.
func (t postgresTracer) TraceBatchStart(
	ctx context.Context, c *pgx.Conn, data pgx.TraceBatchStartData,
) context.Context {
	*t.current(c) = t.beginBatch(ctx, data.Batch)
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (postgresTracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (t postgresTracer) TraceBatchEnd(ctx context.Context, c *pgx.Conn, data pgx.TraceBatchEndData) {
	t.finish(ctx, c, 0, data.Err)
}

func (t postgresTracer) finish(ctx context.Context, c *pgx.Conn, rows int64, err error) {
	st := t.current(c)
	if st.began.IsZero() { // pgx ends a batch twice when its connection breaks
		return
	}
	t.end(ctx, *st, rows, err)
	*st = observedStatement{}
}
