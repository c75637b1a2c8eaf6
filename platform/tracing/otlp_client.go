package tracing

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"go.uber.org/zap"
	"google.golang.org/protobuf/proto"
)

const (
	sendInterval = time.Second
	sendTimeout  = 5 * time.Second // of one request to the collector
	retryPause   = time.Second
	maxRetries   = 2
)

// otlpClient sends spans by OTLP over HTTP, as protobuf. OpenTelemetry's own client (otlptracehttp)
// would link all of gRPC into the binary.
type otlpClient struct {
	url  string
	http *http.Client
}

func newOTLPClient(collectorURL string) (*otlpClient, error) {
	u, err := url.Parse(collectorURL)
	if err != nil {
		// The parser's error may hold a password.
		return nil, errors.New("the URL of the collector is not valid")
	}
	u.Path = cmp.Or(strings.TrimRight(u.Path, "/"), "/v1/traces")
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Minute}
	return &otlpClient{url: u.String(), http: &http.Client{Timeout: sendTimeout, Transport: transport}}, nil
}

// Start implements otlptrace.Client.
func (*otlpClient) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (c *otlpClient) Stop(context.Context) error {
	c.http.CloseIdleConnections()
	return nil
}

// UploadTraces sends the spans. When the collector is not available it tries again, twice.
func (c *otlpClient) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	// A TracesData and the ExportTraceServiceRequest of the protocol have the same fields.
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		retryable, err := c.post(ctx, body)
		if err == nil || !retryable || attempt == maxRetries {
			return err
		}
		select {
		case <-time.After(retryPause):
		case <-ctx.Done():
			return err
		}
	}
}

func (c *otlpClient) post(ctx context.Context, body []byte) (retryable bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	resp, err := c.http.Do(req)
	if err != nil {
		return true, withoutURL(err)
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
	switch resp.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return false, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		retryable = true
	}
	return retryable, fmt.Errorf("the collector answered %s", resp.Status)
}

// withoutURL returns the cause of an error of net/http. The error itself starts with the URL.
func withoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// lossLogger is an exporter that logs when the first spans are lost, and when the collector is
// back.
type lossLogger struct {
	sdk.SpanExporter
	log  *zap.Logger
	lost int
}

// ExportSpans implements sdk.SpanExporter. Only one goroutine calls it.
func (r *lossLogger) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := r.SpanExporter.ExportSpans(ctx, spans)
	switch {
	case err != nil && r.lost == 0:
		r.log.Warn("the collector of traces takes no spans; they are dropped", zap.Error(err))
	case err == nil && r.lost > 0:
		r.log.Info("the collector of traces is back", zap.Int("lost", r.lost))
		r.lost = 0
	}
	if err != nil {
		r.lost += len(spans)
	}
	return nil // the SDK would print the error
}
