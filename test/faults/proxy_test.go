package faults

import (
	"net/url"
	"strings"
	"testing"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// proxy stands between two parties and breaks their connections.
type proxy struct {
	t *testing.T
	*toxiproxy.Proxy
}

// newProxy makes a proxy that leads to an address ("127.0.0.1:5432").
func newProxy(t *testing.T, upstream string) *proxy {
	t.Helper()
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	p := &proxy{t, toxiproxy.NewProxy(server, t.Name(), "127.0.0.1:0", upstream)}
	p.start()
	t.Cleanup(p.Stop)
	return p
}

func (p *proxy) start() {
	p.t.Helper()
	if err := p.Start(); err != nil {
		p.t.Fatal(err)
	}
}

// poison adds a toxic, given as toxiproxy's JSON.
func (p *proxy) poison(toxic string) {
	p.t.Helper()
	if _, err := p.Toxics.AddToxicJson(strings.NewReader(toxic)); err != nil {
		p.t.Fatal(err)
	}
}

// heal removes all toxics.
func (p *proxy) heal() { p.Toxics.ResetToxics(p.t.Context()) }

// through is address, a URL, by way of the proxy.
func (p *proxy) through(address string) string {
	p.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	u.Host = p.Listen
	return u.String()
}

// host is the host and port of a URL.
func host(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}
