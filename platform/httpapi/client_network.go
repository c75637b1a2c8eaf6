package httpapi

import (
	"context"
	"encoding/hex"
	"net/netip"
)

// NetworkDigest is a keyed digest (hex) of the network that the request came from: an IPv4 address,
// the /64 of an IPv6 one. It differs between networks, and without auth.secret does not show which
// they are. It changes when another secret becomes the first. It is "" outside of a request.
func NetworkDigest(ctx context.Context) string {
	q := requestOf(ctx)
	if q.router == nil {
		return ""
	}
	return hex.EncodeToString(q.router.secret.MAC("network", network(q.address)))
}

// network is the address as a key of rate limits: IPv6 by its /64, which is what one customer of a
// provider has.
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

// loggedNetwork is the network of an address as it may be logged: a /24, or the /48 of IPv6, which
// identify no person.
func loggedNetwork(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	bits := 24
	if a.Is6() {
		bits = 48
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return ""
	}
	return p.String()
}
