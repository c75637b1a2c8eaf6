package database

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// postgresTracer observes the statements of pgx connections. It keeps the one under way with its connection, which does one thing at a
// time, and not with the context, which would take memory for each.
type postgresTracer struct{ *statements }

// underWay is the statement that a connection is busy with.
const underWay = "orderd:statement"

func (t postgresTracer) of(c *pgx.Conn) *statement {
	data := c.PgConn().CustomData()
	st, ok := data[underWay].(*statement)
	if !ok {
		st = new(statement)
		data[underWay] = st
	}
	return st
}

// TraceQueryStart implements pgx.QueryTracer.
func (t postgresTracer) TraceQueryStart(ctx context.Context, c *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	*t.of(c) = t.begin(ctx, data.SQL)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer. Of a query it is called when its rows have been read.
func (t postgresTracer) TraceQueryEnd(ctx context.Context, c *pgx.Conn, data pgx.TraceQueryEndData) {
	t.finish(ctx, c, data.CommandTag.RowsAffected(), data.Err)
}

// TraceBatchStart implements pgx.BatchTracer.
func (t postgresTracer) TraceBatchStart(ctx context.Context, c *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	*t.of(c) = t.beginBatch(ctx, data.Batch)
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (postgresTracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (t postgresTracer) TraceBatchEnd(ctx context.Context, c *pgx.Conn, data pgx.TraceBatchEndData) {
	t.finish(ctx, c, 0, data.Err)
}

func (t postgresTracer) finish(ctx context.Context, c *pgx.Conn, rows int64, err error) {
	st := t.of(c)
	t.end(ctx, *st, rows, err)
	*st = statement{}
}
