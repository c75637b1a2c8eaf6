package webhooks

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"orderd/platform/clock"
	"orderd/platform/outbound"
	"orderd/test/kit/port"
)

func attemptAt(t *testing.T, allowed []netip.Prefix, url string, timeout time.Duration) result {
	t.Helper()
	transport := outbound.NewTransport(outbound.Targets{Allowed: allowed}.NewDialer(), 1)
	defer transport.CloseIdleConnections()
	return attemptThrough(t, transport, url, timeout)
}

func attemptThrough(t *testing.T, transport *http.Transport, url string, timeout time.Duration) result {
	t.Helper()
	q := newRequest(url, "e", []byte("{}"), []signingKey{[]byte("k")}, time.Now())
	return send(t.Context(), transport, q, timeout, clock.System())
}

func TestResults(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/ok", http.StatusFound) })
	mux.HandleFunc("/ok", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(strings.Repeat("x", 100_000))) })
	mux.HandleFunc("/busy", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7200")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	mux.HandleFunc("/status/{code}", func(w http.ResponseWriter, r *http.Request) {
		code, _ := strconv.Atoi(r.PathValue("code"))
		w.WriteHeader(code)
	})
	mux.HandleFunc("/slow", func(http.ResponseWriter, *http.Request) { <-release })
	plain, secure := httptest.NewServer(mux), httptest.NewTLSServer(mux)
	defer plain.Close()
	defer secure.Close()
	defer close(release)
	for _, row := range []struct {
		url    string
		status int
		err    attemptError
		outage bool
	}{
		{plain.URL + "/ok", 200, "", false},
		{plain.URL + "/redirect", 302, errorStatus, false},
		{plain.URL + "/busy", 429, errorStatus, true},
		{plain.URL + "/status/201", 201, "", false},
		{plain.URL + "/status/299", 299, "", false},
		{plain.URL + "/status/300", 300, errorStatus, false},
		{plain.URL + "/status/404", 404, errorStatus, false},
		{plain.URL + "/status/408", 408, errorStatus, true},
		{plain.URL + "/status/410", 410, errorStatus, false},
		{plain.URL + "/status/500", 500, errorStatus, true},
		{plain.URL + "/status/599", 599, errorStatus, true},
		{secure.URL + "/ok", 0, errorTLS, true}, // its certificate is not known
		{"http://" + port.Refusing(t), 0, errorConnect, true},
	} {
		got := attemptAt(t, loopback, row.url, attemptTimeout)
		if got.statusCode != row.status || got.err != row.err || got.isOutage() != row.outage {
			t.Errorf("%s: %d %q, outage %v", row.url, got.statusCode, got.err, got.isOutage())
		}
		if len(got.response) > maxResponse || row.status == 429 && got.retryAfter != time.Hour {
			t.Errorf("%s: %d bytes, again after %v", row.url, len(got.response), got.retryAfter)
		}
	}
	if got := attemptAt(t, loopback, plain.URL+"/slow", 50*time.Millisecond); got.err != errorTimeout || !got.isOutage() {
		t.Errorf("slow: %q", got.err)
	}
}

// A receiver that switches protocols, and then says nothing, holds no attempt.
func TestSwitchedProtocols(t *testing.T) {
	t.Parallel()
	closed := make(chan error, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
			_ = c.SetReadDeadline(time.Now().Add(attemptTimeout))
			_, err = c.Read(make([]byte, 1))
			_ = c.Close()
		}
		closed <- err
	}))
	defer receiver.Close()
	got := attemptAt(t, loopback, receiver.URL, time.Second)
	if got.statusCode != 101 || got.err != errorStatus || got.isOutage() || got.duration > attemptTimeout/2 {
		t.Errorf("%d %q after %v", got.statusCode, got.err, got.duration)
	}
	if err := <-closed; !errors.Is(err, io.EOF) {
		t.Errorf("the connection is still open: %v", err)
	}
}

// TLS before 1.2 is refused, of a server whose certificate is known too.
func TestOldTLS(t *testing.T) {
	t.Parallel()
	for version, want := range map[uint16]attemptError{tls.VersionTLS11: errorTLS, tls.VersionTLS12: "", tls.VersionTLS13: ""} {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		server.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: version}
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.StartTLS()
		defer server.Close()
		transport := outbound.NewTransport(outbound.Targets{Allowed: loopback}.NewDialer(), 1)
		defer transport.CloseIdleConnections()
		transport.TLSClientConfig.RootCAs = x509.NewCertPool()
		transport.TLSClientConfig.RootCAs.AddCert(server.Certificate())
		if got := attemptThrough(t, transport, server.URL, attemptTimeout); got.err != want {
			t.Errorf("%s: %q, want %q", tls.VersionName(version), got.err, want)
		}
	}
}

// Not a byte goes to an address that is not allowed, whatever name led there.
func TestBlockedTargets(t *testing.T) {
	t.Parallel()
	var connections atomic.Int64
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ConnState = func(net.Conn, http.ConnState) { connections.Add(1) }
	server.Start()
	defer server.Close()
	_, number, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "[fe80::1]",
		"[64:ff9b::7f00:1]", "[2002:7f00:1::]"} {
		if got := attemptAt(t, nil, "http://"+host+":"+number+"/", time.Second); got.err != errorNotAllowed {
			t.Errorf("%s: %q", host, got.err)
		}
	}
	if n := connections.Load(); n != 0 {
		t.Errorf("%d connections", n)
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "x": 0, "-5": 0, "30": 30 * time.Second, "86400": time.Hour, "999999999999": time.Hour,
		"Fri, 20 Nov 2026 13:01:00 GMT": time.Minute, "Fri, 20 Nov 2026 12:00:00 GMT": 0, "Sat, 21 Nov 2026 13:00:00 GMT": time.Hour,
	} {
		if got := parseRetryAfter(text, now); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
