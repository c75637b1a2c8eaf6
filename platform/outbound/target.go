package outbound

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// MaxURL is the length of the longest URL, in bytes.
const MaxURL = 2048

// Targets judges where requests may go: to global unicast addresses, and to those of the networks
// that are allowed beside them.
type Targets struct {
	Allowed []netip.Prefix
}

// Refusal is what is wrong with a URL; "" for nothing.
type Refusal string

// What may be wrong with a URL.
const (
	TooLong     Refusal = "too long"
	NoURL       Refusal = "not an absolute https URL"
	HasUser     Refusal = "with a user or a password"
	HasFragment Refusal = "with a fragment"
	NoHost      Refusal = "without a domain name"
	NotPublic   Refusal = "not https to a public host"
)

// special are the networks of the special-purpose registries of IANA, for IPv4 and IPv6 (RFC 6890),
// with multicast. 6to4 and Teredo, which carry IPv4 addresses, are among them.
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
	"192.0.2.0/24",
	"192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
)

// globalUnicast are the addresses of IPv6 that are allocated for it: all else is special.
var globalUnicast = netip.MustParsePrefix("2000::/3")

// nat64 carries an IPv4 address in its last four bytes (RFC 6052).
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

func prefixes(texts ...string) (all []netip.Prefix) {
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// Allows reports whether requests may go to an address: one of the configuration, or global
// unicast.
func (t Targets) Allows(a netip.Addr) bool {
	if a = a.Unmap(); t.inAllowed(a) {
		return true
	}
	if nat64.Contains(a) {
		bytes := a.As16()
		a = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	in := func(p netip.Prefix) bool { return p.Contains(a) }
	return a.IsValid() && a.Zone() == "" && !slices.ContainsFunc(special, in) && (a.Is4() || globalUnicast.Contains(a))
}

func (t Targets) inAllowed(a netip.Addr) bool {
	return slices.ContainsFunc(t.Allowed, func(p netip.Prefix) bool { return p.Contains(a) })
}

// loopbackAllowed reports whether the configuration allows this machine.
func (t Targets) loopbackAllowed() bool {
	return t.inAllowed(netip.MustParseAddr("127.0.0.1")) || t.inAllowed(netip.IPv6Loopback())
}

// CheckURL returns what is wrong with the URL of a target. What a name resolves to is judged at
// each connect.
func (t Targets) CheckURL(raw string) Refusal {
	u, err := url.Parse(raw)
	switch {
	case len(raw) > MaxURL:
		return TooLong
	case err != nil || u.Hostname() == "" || u.Opaque != "" || !isPort(u.Port()) || u.Scheme != "https" &&
		u.Scheme != "http":
		return NoURL
	case u.User != nil:
		return HasUser
	case strings.Contains(raw, "#"):
		return HasFragment
	}
	host, err := asciiHost(u.Hostname())
	switch {
	case err != nil:
		return NoHost
	case !t.allowsHost(u.Scheme, host):
		return NotPublic
	}
	return ""
}

// asciiHost is the host as it is looked up: without the dot at its end, in lower case, and an
// international name as in DNS. That one may be mapped to an address, or to localhost.
func asciiHost(host string) (string, error) {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if !strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		return host, nil
	}
	return idna.Lookup.ToASCII(host)
}

// isPort reports whether a port of a URL is one; "" is that of the scheme.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && n > 0
}

// allowsHost judges what can be judged of a host before its name is resolved.
func (t Targets) allowsHost(scheme, host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		return t.Allows(a) && (scheme == "https" || t.inAllowed(a.Unmap()))
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return t.loopbackAllowed()
	}
	return scheme == "https" && !looksNumeric(host)
}

// looksNumeric reports whether a resolver may take a host that is no address for one: 127.1,
// 0x7f.0.0.1, 2130706433.
func looksNumeric(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	digits := "0123456789"
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		last, digits = hex, "0123456789abcdef"
	}
	return strings.Trim(last, digits) == ""
}
