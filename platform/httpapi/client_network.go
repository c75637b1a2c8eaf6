package httpapi

import (
	"context"
	"encoding/hex"
	"net/netip"
)

// NetworkDigest is a keyed digest (hex) of the network that the request came from: an IPv4 address,
// the /56 of an IPv6 one, which is what a home has. It differs between networks, and without
// auth.secret does not show which they are. It changes when another secret becomes the first. It is
// "" outside of a request.
func NetworkDigest(ctx context.Context) string {
	q := requestOf(ctx)
	if q.router == nil {
		return ""
	}
	return hex.EncodeToString(q.router.secret.MAC("network", prefix(q.address, homeBits)))
}

// siteDigest is NetworkDigest of the /48 of an IPv6 address, and "" for any other.
func siteDigest(ctx context.Context) string {
	q := requestOf(ctx)
	if q.router == nil || site(q.address) == "" {
		return ""
	}
	return hex.EncodeToString(q.router.secret.MAC("network", site(q.address)))
}

// The lengths of IPv6 networks: what a device has, what a home has (RFC 6177), and what is free to
// have at a tunnel broker.
const (
	deviceBits = 64
	homeBits   = 56
	siteBits   = 48
)

// network is the address as a key of rate limits: IPv6 by its /64.
func network(address string) string { return prefix(address, deviceBits) }

// site is the /48 of an IPv6 address, and "" for any other.
func site(address string) string {
	if of := prefix(address, siteBits); of != address {
		return of
	}
	return ""
}

// prefix is the network of so many bits of an IPv6 address, and any other address itself.
func prefix(address string, bits int) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	p, err := a.Prefix(bits)
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
