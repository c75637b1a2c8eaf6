// Package log makes the service's one logger: zap, a line of JSON each for machines or one for people, coloured on a terminal.
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

// New makes a logger that writes to w from level ("debug", "info", "warn", "error") on, as format says ("json", "console").
// Nothing is sampled: a line that is missing is worse than one too many.
func New(w io.Writer, level, format string) (*zap.Logger, error) {
	threshold, err := zapcore.ParseLevel(level)
	if err != nil {
		return nil, fmt.Errorf("log level: %w", err)
	}
	var encoder zapcore.Encoder
	switch format {
	case "json":
		c := zap.NewProductionEncoderConfig()
		c.TimeKey, c.EncodeTime = "time", utc(time.RFC3339Nano)
		encoder = zapcore.NewJSONEncoder(c)
	case "console":
		c := zap.NewDevelopmentEncoderConfig()
		c.EncodeTime, c.EncodeLevel, c.CallerKey = utc("15:04:05.000"), zapcore.CapitalLevelEncoder, ""
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

// isTerminal tells whether somebody reads along, and not a file or another program that would show the colours as codes.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// utc writes moments as the rest of the service does, whatever the machine's zone.
func utc(layout string) zapcore.TimeEncoder {
	return func(t time.Time, enc zapcore.PrimitiveArrayEncoder) { enc.AppendString(t.UTC().Format(layout)) }
}

type requestKey struct{}

// WithRequestID gives ctx the id of the request that it is about; "" changes nothing.
func WithRequestID(ctx context.Context, id string) context.Context {
	if id == "" || ctx.Value(requestKey{}) == id {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, id)
}

// ForContext is l with the id of the request that ctx is about, so that one id finds all lines of one request, those of the handlers
// of its events included.
func ForContext(ctx context.Context, l *zap.Logger) *zap.Logger {
	if id, ok := ctx.Value(requestKey{}).(string); ok {
		return l.With(zap.String("request_id", id))
	}
	return l
}

// Slog is l for libraries that log to the standard library's slog.
func Slog(l *zap.Logger) *slog.Logger {
	return slog.New(zapslog.NewHandler(l.Core(), zapslog.WithName(l.Name()), zapslog.AddStacktraceAt(slog.LevelError+1)))
}
