package outbound

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
)

// names is a name server to which every name has one address.
type names struct{ address atomic.Pointer[netip.Addr] }

func (n *names) set(text string) {
	a := netip.MustParseAddr(text)
	n.address.Store(&a)
}

// transport resolves names with the name server.
func (n *names) transport(t Targets) *http.Transport {
	dialer := t.NewDialer()
	dialer.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go n.serve(server)
		return client, nil
	}}
	return NewTransport(dialer, 1)
}

// serve answers queries as DNS over TCP does (RFC 1035, 4.2.2).
func (n *names) serve(conn net.Conn) {
	defer conn.Close()
	for {
		var length uint16
		if binary.Read(conn, binary.BigEndian, &length) != nil {
			return
		}
		query := make([]byte, length)
		if _, err := io.ReadFull(conn, query); err != nil {
			return
		}
		answer := n.answer(query)
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}

// answer is the address to a question for its type, and nothing to others.
func (n *names) answer(query []byte) []byte {
	const header = 12
	end := header
	for query[end] != 0 {
		end += 1 + int(query[end])
	}
	kind := binary.BigEndian.Uint16(query[end+1:])
	records, data := uint16(0), n.address.Load().AsSlice()
	if kind == 1 && len(data) == 4 || kind == 28 && len(data) == 16 {
		records = 1
	}
	out := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1}, byte(records>>8), byte(records), 0, 0, 0, 0)
	out = append(out, query[header:end+5]...)
	if records == 0 {
		return out
	}
	out = append(out, 0xc0, header)
	out = binary.BigEndian.AppendUint16(out, kind)
	out = append(out, 0, 1, 0, 0, 0, 0)
	out = binary.BigEndian.AppendUint16(out, uint16(len(data)))
	return append(out, data...)
}

// get is why there is no answer to a request.
func get(t *testing.T, transport *http.Transport, url string) Failure {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, failure := Send(request, transport.RoundTrip)
	if failure == "" {
		answer.Body.Close()
	}
	return failure
}

func TestUnknownName(t *testing.T) {
	t.Parallel()
	if got := classify(t.Context(), &net.DNSError{IsNotFound: true}, false); got != FailedDNS {
		t.Errorf("no such name: %q", got)
	}
}

// A name that resolves to an address of any blocked network is refused.
func TestNamesOfBlockedAddresses(t *testing.T) {
	t.Parallel()
	var n names
	transport := n.transport(Targets{})
	defer transport.CloseIdleConnections()
	for _, blocked := range blockedAddresses {
		if strings.Contains(blocked, "%") {
			continue // no name server knows zones
		}
		n.set(blocked)
		if got := get(t, transport, "https://hooks.example.com/"); got != NotAllowed {
			t.Errorf("a name of %s: %q", blocked, got)
		}
	}
}

// A name that resolved to an allowed address is judged again when it resolves to another.
func TestReboundName(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	_, number, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	var n names
	transport := n.transport(Targets{Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	url := "http://hooks.example.com:" + number
	n.set("127.0.0.1")
	if got := get(t, transport, url); got != "" {
		t.Fatalf("to the allowed address: %q", got)
	}
	transport.CloseIdleConnections()
	n.set("127.0.0.2")
	if got := get(t, transport, url); got != NotAllowed {
		t.Errorf("to another address: %q", got)
	}
}

// What the environment says of proxies does not count: a proxy would connect to any address.
func TestNoProxy(t *testing.T) {
	t.Parallel()
	if NewTransport(Targets{}.NewDialer(), 1).Proxy != nil {
		t.Error("requests go through a proxy")
	}
}

// A request that ends while the other side is silent in the handshake has timed out. The dial goes
// on meanwhile, which the race detector watches.
func TestSendEndsInTheHandshake(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	transport := NewTransport(Targets{Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}.NewDialer(), 1)
	defer transport.CloseIdleConnections()
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+silent.Addr().String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			defer cancel()
			if conn, err := silent.Accept(); err == nil {
				_, _ = conn.Read(make([]byte, 1)) // the other side has begun
				conn.Close()
			}
		}()
		answer, failure := Send(request, transport.RoundTrip)
		if failure != FailedTimeout && failure != FailedTLS {
			t.Errorf("no answer because of %q", failure)
		}
		if answer != nil {
			answer.Body.Close()
		}
		cancel()
	}
}
