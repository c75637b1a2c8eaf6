package database

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm/logger"

	"orderd/platform/log"
)

// slow is how long a statement may take before it is worth a log line.
const slow = 500 * time.Millisecond

// slowLog is gorm's logger: it reports slow statements, without their values. Errors are returned, and logged where they are handled.
type slowLog struct{ log *zap.Logger }

func (l slowLog) LogMode(logger.LogLevel) logger.Interface { return l }
func (slowLog) Info(context.Context, string, ...any)       {}
func (slowLog) Warn(context.Context, string, ...any)       {}
func (slowLog) Error(context.Context, string, ...any)      {}

func (l slowLog) Trace(ctx context.Context, begin time.Time, sql func() (string, int64), _ error) {
	if took := time.Since(begin); took > slow {
		statement, rows := sql()
		log.In(ctx, l.log).Warn("slow statement", zap.String("sql", statement), zap.Int64("rows", rows), zap.Duration("took", took))
	}
}

// ParamsFilter keeps values, which may be personal, out of the log.
func (slowLog) ParamsFilter(_ context.Context, sql string, _ ...any) (string, []any) { return sql, nil }
