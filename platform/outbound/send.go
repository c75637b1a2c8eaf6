package outbound

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	idleTimeout = 30 * time.Second
	maxHeader   = 64 << 10
)

// Failure says why there is no answer; "" when there is one.
type Failure string

// Why there may be no answer.
const (
	FailedDNS     Failure = "dns"
	FailedConnect Failure = "connect"
	FailedTLS     Failure = "tls"
	FailedTimeout Failure = "timeout"
	NotAllowed    Failure = "target_not_allowed" // the address that the name leads to
)

// errNotAllowed is the error of a connection to an address that is not allowed.
var errNotAllowed = errors.New("outbound: the address is not allowed")

// NewDialer makes what connects to targets. It judges each address that it dials, whatever name led
// there.
func (t Targets) NewDialer() *net.Dialer {
	return &net.Dialer{ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		if a, err := netip.ParseAddrPort(address); err != nil || !t.Allows(a.Addr()) {
			return errNotAllowed
		}
		return nil
	}}
}

// NewTransport makes what sends requests, with up to idle connections that wait at each host. It
// follows no redirects and knows no proxies.
func NewTransport(dialer *net.Dialer, idle int) *http.Transport {
	return &http.Transport{
		DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		MaxIdleConnsPerHost: idle, IdleConnTimeout: idleTimeout, DisableCompression: true,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// Send sends a request by do, and says why there is no answer. The caller closes the body of the
// answer.
func Send(
	request *http.Request, do func(*http.Request) (*http.Response, error),
) (answer *http.Response, failure Failure) {
	var inHandshake atomic.Bool // the dial may outlive the request
	ctx := httptrace.WithClientTrace(request.Context(), &httptrace.ClientTrace{
		TLSHandshakeStart: func() { inHandshake.Store(true) },
		TLSHandshakeDone:  func(_ tls.ConnectionState, err error) { inHandshake.Store(err != nil) },
	})
	answer, err := do(request.WithContext(ctx))
	if err != nil {
		return nil, classify(ctx, err, inHandshake.Load())
	}
	return answer, ""
}

func classify(ctx context.Context, err error, inHandshake bool) Failure {
	var dns *net.DNSError
	switch {
	case errors.Is(err, errNotAllowed):
		return NotAllowed
	case errors.As(err, &dns):
		return FailedDNS
	case ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded):
		return FailedTimeout
	case inHandshake:
		return FailedTLS
	}
	return FailedConnect
}
