// Package log makes the service's one logger: zap, which writes lines of JSON for machines or plain
// lines for people, coloured on a terminal. It owns the request id on log lines. Enter by New;
// WithRequestID and ForContext put the id on the lines.
package log

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/exp/zapslog"
	"go.uber.org/zap/zapcore"
)

// New makes a logger that writes to w. level is "debug", "info", "warn" or "error"; format is
// "json" or "console". It does not sample: a missing line is worse than one too many.
func New(w io.Writer, level, format string) (*zap.Logger, error) {
	threshold, err := zapcore.ParseLevel(level)
	if err != nil {
		return nil, fmt.Errorf("log level: %w", err)
	}
	var encoder zapcore.Encoder
	switch format {
	case "json":
		c := zap.NewProductionEncoderConfig()
		c.TimeKey, c.EncodeTime = "time", utcTime(time.RFC3339Nano)
		encoder = zapcore.NewJSONEncoder(c)
	case "console":
		c := zap.NewDevelopmentEncoderConfig()
		c.EncodeTime, c.EncodeLevel, c.CallerKey = utcTime("15:04:05.000"), zapcore.CapitalLevelEncoder, ""
		if isTerminal(w) {
			c.EncodeLevel = zapcore.CapitalColorLevelEncoder
		}
		encoder = zapcore.NewConsoleEncoder(c)
	default:
		return nil, fmt.Errorf("log format %q: must be json or console", format)
	}
	core := zapcore.NewCore(encoder, zapcore.Lock(zapcore.AddSync(w)), threshold)
	return zap.New(core, zap.AddStacktrace(zapcore.DPanicLevel)), nil
}

// isTerminal reports whether w is a terminal. A file or another program would show colours as
// codes.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// utcTime encodes times in UTC, whatever the machine's zone.
func utcTime(layout string) zapcore.TimeEncoder {
	return func(t time.Time, enc zapcore.PrimitiveArrayEncoder) { enc.AppendString(t.UTC().Format(layout)) }
}

type requestKey struct{}

// WithRequestID returns ctx with the id of its request. An empty id changes nothing.
func WithRequestID(ctx context.Context, id string) context.Context {
	if id == "" || ctx.Value(requestKey{}) == id {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, id)
}

// ForContext returns l with the id of ctx's request on its lines. So one id finds all lines of a
// request, those of its events' handlers included.
func ForContext(ctx context.Context, l *zap.Logger) *zap.Logger {
	if id, ok := ctx.Value(requestKey{}).(string); ok {
		return l.With(zap.String("request_id", id))
	}
	return l
}

// Slog returns l as a logger of the standard library, for libraries that log to slog.
func Slog(l *zap.Logger) *slog.Logger {
	return slog.New(zapslog.NewHandler(l.Core(), zapslog.WithName(l.Name()), zapslog.AddStacktraceAt(slog.LevelError+1)))
}
