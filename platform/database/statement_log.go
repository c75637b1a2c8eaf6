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

// defaultSlow is how long a statement may take before it is logged.
const defaultSlow = 500 * time.Millisecond

// statementObserver observes every statement at the driver, batches and COMMIT included: it logs
// slow ones and makes spans. Neither shows values, which may be personal. It does not log errors:
// they are returned, and logged where they are handled.
type statementObserver struct {
	log  *zap.Logger
	slow time.Duration
}

// begin starts the observation of a statement.
func (s *statementObserver) begin(ctx context.Context, sql string) observedStatement {
	_, span := tracing.Start(ctx, tracing.Client, statementVerb(sql))
	span.Set("db.query.text", sql)
	return observedStatement{sql: sql, began: clock.System().Now(), span: span}
}

// beginBatch starts the observation of the statements of one round trip.
func (s *statementObserver) beginBatch(ctx context.Context, batch *pgx.Batch) observedStatement {
	_, span := tracing.Start(ctx, tracing.Client, "batch")
	if span.IsRecording() {
		span.Set("db.query.text", batchText(batch))
	}
	return observedStatement{batch: batch, began: clock.System().Now(), span: span}
}

// end ends the observation.
func (s *statementObserver) end(ctx context.Context, st observedStatement, rows int64, err error) {
	took := clock.System().Now().Sub(st.began)
	st.span.SetInt("db.response.returned_rows", int(rows))
	st.span.End(err)
	if took <= s.slow {
		return
	}
	if st.batch != nil {
		st.sql = batchText(st.batch)
	}
	log.ForContext(ctx, s.log).Warn("slow statement", zap.String("sql", st.sql), zap.Int64("rows", rows),
		zap.Duration("took", took))
}

// observedStatement is a statement under way, or a batch of them.
type observedStatement struct {
	sql   string
	batch *pgx.Batch
	began time.Time
	span  tracing.Span
}

// statementVerb returns the first word of a statement, which names its span.
func statementVerb(sql string) string {
	sql = strings.TrimSpace(sql)
	if end := strings.IndexAny(sql, " \t\r\n("); end > 0 {
		sql = sql[:end]
	}
	return strings.ToUpper(sql)
}

func batchText(batch *pgx.Batch) string {
	texts := make([]string, len(batch.QueuedQueries))
	for i, q := range batch.QueuedQueries {
		texts[i] = q.SQL
	}
	return strings.Join(texts, "; ")
}
