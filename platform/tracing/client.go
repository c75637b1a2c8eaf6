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
	sendEvery = time.Second
	sendTime  = 5 * time.Second // of one request to the collector
	retryIn   = time.Second
	retries   = 2
)

// client sends spans by OTLP over HTTP, as protobuf. OpenTelemetry's own (otlptracehttp) brings the whole of gRPC into the binary.
type client struct {
	url  string
	http *http.Client
}

func newClient(raw string) (*client, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, errors.New("the URL of the collector is not valid") // its error may hold a password
	}
	u.Path = cmp.Or(strings.TrimRight(u.Path, "/"), "/v1/traces")
	return &client{url: u.String(), http: &http.Client{Timeout: sendTime, Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Minute}}}, nil
}

// Start implements otlptrace.Client.
func (*client) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (c *client) Stop(context.Context) error {
	c.http.CloseIdleConnections()
	return nil
}

// UploadTraces sends the spans. What the collector can't take now is sent again, a few times.
func (c *client) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	// A TracesData and the ExportTraceServiceRequest of the protocol have the same fields.
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		again, err := c.post(ctx, body)
		if err == nil || !again || attempt == retries {
			return err
		}
		select {
		case <-time.After(retryIn):
		case <-ctx.Done():
			return err
		}
	}
}

func (c *client) post(ctx context.Context, body []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	answer, err := c.http.Do(req)
	if err != nil {
		return true, withoutURL(err)
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16))
	switch answer.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return false, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	return again, fmt.Errorf("the collector answered %s", answer.Status)
}

// withoutURL is the cause of an error of net/http, which begins with the URL.
func withoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// reporter logs when spans begin to be lost, and when they no longer are.
type reporter struct {
	sdk.SpanExporter
	log  *zap.Logger
	lost int
}

// ExportSpans implements sdk.SpanExporter. It is called by one goroutine.
func (r *reporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
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
	return nil // the SDK would print it
}
