package media

import (
	"bufio"
	"context"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"orderd/platform/outbound"
)

// downloadPiped downloads from a server whose connection respond writes to.
func downloadPiped(t *testing.T, respond func(c net.Conn)) *fetchFailure {
	t.Helper()
	client, gone := newDownloader(outbound.Targets{}), make(chan struct{})
	transport := client.Transport.(*http.Transport)
	transport.DialTLSContext = func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			defer close(gone)
			defer far.Close()
			if _, err := http.ReadRequest(bufio.NewReader(far)); err == nil {
				respond(far)
			}
		}()
		return near, nil
	}
	defer func() { <-gone }()
	defer transport.CloseIdleConnections()
	_, failure := download(t.Context(), client, outbound.Targets{}, "https://cdn.example.com/cup.png")
	return failure
}

// A server has thirty seconds for the whole picture, however often it says something.
func TestSlowServers(t *testing.T) {
	t.Parallel()
	const head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
	for name, respond := range map[string]func(c net.Conn){
		"silent": func(c net.Conn) { _, _ = io.Copy(io.Discard, c) },
		"no end": func(c net.Conn) { _, _ = io.WriteString(c, head); _, _ = io.Copy(io.Discard, c) },
		"a byte each second": func(c net.Conn) {
			_, err := io.WriteString(c, head)
			for err == nil {
				<-time.After(time.Second) // of the bubble's clock
				_, err = c.Write([]byte("x"))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				failure := downloadPiped(t, respond)
				// The server learns of it when it says something the next time.
				took := time.Since(start)
				if failure == nil || failure.reason != fetchTimeout || took.Truncate(2*time.Second) != downloadTimeout {
					t.Errorf("%+v after %v", failure, took)
				}
			})
		})
	}
}

func TestCutAnswer(t *testing.T) {
	t.Parallel()
	failure := downloadPiped(t, func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx") })
	if failure == nil || failure.reason != fetchNoAnswer || !failure.passes() {
		t.Errorf("%+v", failure)
	}
}

// A redirect is followed that stays at its scheme, host and port, however these are written.
func TestRedirectsAreFollowedWithinAHost(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		from, to string
		follows  bool
	}{
		{"https://cdn.example.com/a.png", "https://cdn.example.com/b.png", true},
		{"https://cdn.example.com/a.png", "https://CDN.Example.com/b.png", true},
		{"https://cdn.example.com/a.png", "https://cdn.example.com:443/b.png", true},
		{"http://cdn.example.com:80/a.png", "http://cdn.example.com/b.png", true},
		{"https://cdn.example.com:443/a.png", "http://cdn.example.com:443/b.png", false},
		{"https://cdn.example.com/a.png", "https://cdn.example.com:80/b.png", false},
		{"https://cdn.example.com/a.png", "https://cdn.example.com:8443/b.png", false},
		{"https://cdn.example.com/a.png", "https://cdn.example.com.evil.example/b.png", false},
		{"https://cdn.example.com/a.png", "http://cdn.example.com/b.png", false},
	} {
		from, next := httptest.NewRequest("GET", row.from, nil), httptest.NewRequest("GET", row.to, nil)
		err := followWithin(next, []*http.Request{from, from, from})
		if follows := err == nil; follows != row.follows {
			t.Errorf("%s to %s is followed: %t", row.from, row.to, follows)
		}
		if err := followWithin(next, []*http.Request{from, from, from, from}); err == nil {
			t.Errorf("%s to %s is followed a fourth time", row.from, row.to)
		}
	}
}

// Over https the server proves who it is. Without a development machine's networks this one is not
// reached at all, by whatever name.
func TestDownloadOverTLS(t *testing.T) {
	t.Parallel()
	asked := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		_, _ = w.Write([]byte("picture"))
	}))
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	for name, row := range map[string]struct {
		targets outbound.Targets
		roots   *x509.CertPool
		want    fetchError
	}{
		"trusted":     {outbound.Targets{Allowed: loopback}, roots, ""},
		"not trusted": {outbound.Targets{Allowed: loopback}, x509.NewCertPool(), fetchError(outbound.FailedTLS)},
		"private":     {outbound.Targets{}, roots, fetchNotAllowed},
	} {
		client := newDownloader(row.targets)
		transport := client.Transport.(*http.Transport)
		transport.TLSClientConfig.RootCAs = row.roots
		// The URL is not refused by what it says: where it leads is judged at the connect.
		content, failure := download(t.Context(), client, outbound.Targets{Allowed: loopback}, server.URL+"/cup.png")
		transport.CloseIdleConnections()
		var got fetchError
		if failure != nil {
			got = failure.reason
		}
		if got != row.want || (got == "") != (string(content) == "picture") {
			t.Errorf("%s: %q, %q", name, got, content)
		}
	}
	if asked != 1 {
		t.Errorf("%d requests", asked)
	}
}
