package database

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/zap"

	"orderd/platform/clock"
	"orderd/platform/log"
	"orderd/platform/tracing"
)

// slow is how long a statement may take before it is worth a log line.
const slow = 500 * time.Millisecond

// statements observes every statement at the driver, claims, batches and COMMIT included: it logs slow ones and makes spans.
// Neither shows values, which may be personal; errors are returned, and logged where they are handled.
type statements struct {
	log  *zap.Logger
	slow time.Duration
}

// begin begins a statement.
func (s *statements) begin(ctx context.Context, sql string) statement {
	_, span := tracing.Start(ctx, tracing.Client, verb(sql))
	span.Set("db.query.text", sql)
	return statement{sql: sql, began: clock.System().Now(), span: span}
}

// beginBatch begins statements that travel together.
func (s *statements) beginBatch(ctx context.Context, batch *pgx.Batch) statement {
	_, span := tracing.Start(ctx, tracing.Client, "batch")
	if span.IsRecording() {
		span.Set("db.query.text", textOf(batch))
	}
	return statement{batch: batch, began: clock.System().Now(), span: span}
}

// end ends a statement.
func (s *statements) end(ctx context.Context, st statement, rows int64, err error) {
	took := clock.System().Now().Sub(st.began)
	st.span.SetInt("db.response.returned_rows", int(rows))
	st.span.End(err)
	if took <= s.slow {
		return
	}
	if st.batch != nil {
		st.sql = textOf(st.batch)
	}
	log.ForContext(ctx, s.log).Warn("slow statement", zap.String("sql", st.sql), zap.Int64("rows", rows), zap.Duration("took", took))
}

// statement is one under way, or several that travel together.
type statement struct {
	sql   string
	batch *pgx.Batch
	began time.Time
	span  tracing.Span
}

// verb is the first word of a statement, the name of its span.
func verb(sql string) string {
	sql = strings.TrimSpace(sql)
	if end := strings.IndexAny(sql, " \t\r\n("); end > 0 {
		sql = sql[:end]
	}
	return strings.ToUpper(sql)
}

func textOf(batch *pgx.Batch) string {
	texts := make([]string, len(batch.QueuedQueries))
	for i, q := range batch.QueuedQueries {
		texts[i] = q.SQL
	}
	return strings.Join(texts, "; ")
}
