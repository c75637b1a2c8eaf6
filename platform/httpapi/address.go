package httpapi

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
)

// proxies are the peers whose X-Forwarded-For is believed.
type proxies []netip.Prefix

// parseProxies reads addresses and networks ("10.0.0.7", "10.0.0.0/8").
func parseProxies(list []string) (proxies, error) {
	var p proxies
	for _, s := range list {
		if a, err := netip.ParseAddr(s); err == nil {
			p = append(p, netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()))
			continue
		}
		n, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, fmt.Errorf("httpapi: trusted proxy %q is neither an address nor a network", s)
		}
		p = append(p, n.Masked())
	}
	return p, nil
}

func (p proxies) trust(a netip.Addr) bool {
	for _, n := range p {
		if n.Contains(a) {
			return true
		}
	}
	return false
}

// client is the address of whoever called: the peer, or, while that is a trusted proxy, the next address to the left in
// X-Forwarded-For. What stands left of the first untrusted address may be forged and is not looked at.
func (p proxies) client(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	client := peer.Addr().Unmap().WithZone("")
	if len(p) == 0 || !p.trust(client) {
		return client.String()
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, text := range slices.Backward(hops) {
		hop, ok := parseHop(strings.TrimSpace(text))
		if !ok {
			break
		}
		client = hop.Unmap().WithZone("")
		if !p.trust(client) {
			break
		}
	}
	return client.String()
}

// forwardedEvery is the pause between two warnings about X-Forwarded-For.
const forwardedEvery = time.Hour

// forwardedWarning remembers when the service warned of a proxy that is not named, in Unix seconds.
type forwardedWarning struct{ last atomic.Int64 }

// note warns when a peer that is not trusted sends X-Forwarded-For: either somebody makes it up, or all clients behind that proxy count as one.
func (f *forwardedWarning) note(r *Router, req *http.Request) {
	if len(req.Header["X-Forwarded-For"]) == 0 {
		return
	}
	peer, err := netip.ParseAddrPort(req.RemoteAddr)
	if err != nil || r.proxies.trust(peer.Addr().Unmap().WithZone("")) {
		return
	}
	now, last := r.clock.Now().Unix(), f.last.Load()
	if last != 0 && now >= last && now < last+int64(forwardedEvery.Seconds()) || !f.last.CompareAndSwap(last, now) {
		return
	}
	r.log.Warn("X-Forwarded-For from a peer that is not in http.trusted_proxies is ignored: if it is the proxy in front, name it, or all its clients share one rate limit",
		zap.String("peer", peer.Addr().Unmap().String()))
}

// parseHop reads an address, with the port that some proxies add.
func parseHop(s string) (netip.Addr, bool) {
	if a, err := netip.ParseAddr(s); err == nil {
		return a, true
	}
	a, err := netip.ParseAddrPort(s)
	return a.Addr(), err == nil
}

// NetworkDigest is a keyed digest (hex) of the network that the running request came from: an IPv4 address, the /64 of an IPv6
// one. Whoever reads it can tell networks apart and, without auth.secret, not find out which they are. It changes when another
// secret becomes the first. It is "" outside of a request.
func NetworkDigest(ctx context.Context) string {
	q := requestOf(ctx)
	if q.router == nil {
		return ""
	}
	return hex.EncodeToString(q.router.secret.MAC("network", network(q.address)))
}

// network is the address as a key of rate limits: IPv6 by its /64, which is what one customer of a provider has.
func network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	p, err := a.Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}
