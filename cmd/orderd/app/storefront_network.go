package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"go.uber.org/zap"

	"orderd/platform/clock"
)

// Bounds of the calls to an interface that another process has. A page waits for several answers
// one after the other, and is given up after 20 s (modules/storefront).
const (
	networkCalls   = 64               // at the same time
	networkWait    = time.Second      // of a call for its turn
	networkDial    = 2 * time.Second  // for the connection
	networkTLS     = 3 * time.Second  // for its keys
	networkAnswer  = 8 * time.Second  // for the head of an answer
	networkHeaders = 64 << 10         // bytes of that
	keyLooked      = 10 * time.Second // how long it is known whether the key is good
	keyTimeout     = 3 * time.Second  // for asking whether it is
	keyLongest     = 64 << 10         // bytes read of that answer
)

// storefrontKeyHeader is that of the key by which calls count by visitors.
const storefrontKeyHeader = "X-Storefront-Key"

// errNoTurn is the error of a call that has waited too long for others to end.
var errNoTurn = errors.New("too many calls are under way")

// errStorefrontKey is the error of calls with a key that the interface does not take.
var errStorefrontKey = errors.New("storefront.key is no valid API key with the scope storefront:render")

// networkTransport sends a storefront's calls to another process. When that is slow or dead, calls
// end within bounds and do not pile up: so many are under way at most, and the others are refused
// after a moment. It follows no redirect.
type networkTransport struct {
	next  http.RoundTripper
	api   *url.URL
	key   string // "" sends none
	turns chan struct{}
	clock clock.Clock
	log   *zap.Logger

	mu      sync.Mutex
	lookAt  time.Time // from when on the key is looked at again
	refused bool      // what the last look has said
}

// newNetworkTransport makes the transport of a process.
func newNetworkTransport(api *url.URL, key string, log *zap.Logger) *networkTransport {
	dialer := &net.Dialer{Timeout: networkDial, KeepAlive: 30 * time.Second}
	return &networkTransport{
		api: api, key: key, turns: make(chan struct{}, networkCalls), clock: clock.System(), log: log,
		next: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: networkTLS, ResponseHeaderTimeout: networkAnswer, MaxResponseHeaderBytes: networkHeaders,
			MaxIdleConns: networkCalls, MaxIdleConnsPerHost: networkCalls, MaxConnsPerHost: networkCalls,
			IdleConnTimeout: time.Minute,
		},
	}
}

// RoundTrip sends a call in its turn.
func (t *networkTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := t.await(req.Context()); err != nil {
		return nil, err
	}
	out := req.Clone(req.Context())
	if t.key != "" {
		out.Header.Set(storefrontKeyHeader, t.key)
	}
	res, err := t.next.RoundTrip(out)
	if err != nil {
		t.end()
		return nil, err
	}
	res.Body = &lastingBody{ReadCloser: res.Body, end: t.end}
	if isRefusal(res.StatusCode) && t.keyIsRefused(req.Context()) {
		_ = res.Body.Close() // a visitor's own session must not end for that
		return nil, errStorefrontKey
	}
	return res, nil
}

// await waits for a turn.
func (t *networkTransport) await(ctx context.Context) error {
	select {
	case t.turns <- struct{}{}:
		return nil
	default:
	}
	wait := time.NewTimer(networkWait)
	defer wait.Stop()
	select {
	case t.turns <- struct{}{}:
		return nil
	case <-wait.C:
		return errNoTurn
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *networkTransport) end() { <-t.turns }

// lastingBody ends the turn of its call when it is closed.
type lastingBody struct {
	io.ReadCloser
	once sync.Once
	end  func()
}

// Close ends the turn.
func (b *lastingBody) Close() error {
	err := b.ReadCloser.Close()
	b.once.Do(b.end)
	return err
}

// keyIsRefused reports whether it is the key that an answer of 401 or 403 is about: by asking for
// what everybody may have, with nothing but the key.
func (t *networkTransport) keyIsRefused(ctx context.Context) bool {
	if t.key == "" {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := t.clock.Now(); now.Before(t.lookAt) {
		return t.refused
	}
	status, err := askShop(context.WithoutCancel(ctx), t.next, t.api, t.key)
	t.lookAt = t.clock.Now().Add(keyLooked)
	t.refused = err == nil && isRefusal(status)
	if t.refused {
		t.log.Error("the interface refuses the storefront's key: no page works until it is a good one",
			zap.Int("status", status))
	}
	return t.refused
}

// isRefusal reports whether a status may be about the key of a call.
func isRefusal(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// askShop asks an interface for the shop, with a key unless it is "", and returns the status of the
// answer. One of 200 that says nothing of a shop is an error.
func askShop(ctx context.Context, through http.RoundTripper, api *url.URL, key string) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, keyTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, api.JoinPath("/v1/shop").String(), nil)
	if err != nil {
		return 0, fmt.Errorf("ask for the shop: %w", err)
	}
	if key != "" {
		req.Header.Set(storefrontKeyHeader, key)
	}
	res, err := through.RoundTrip(req)
	if err != nil {
		return 0, fmt.Errorf("ask for the shop: %w", err)
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, keyLongest))
	err = errors.Join(err, res.Body.Close())
	var shop struct {
		Name string `json:"name"`
	}
	if res.StatusCode == http.StatusOK && (json.Unmarshal(body, &shop) != nil || shop.Name == "") {
		err = errors.Join(err, errors.New("what answers is no service of a shop"))
	}
	return res.StatusCode, err
}
