package httpapi

import (
	"net"
	"net/netip"
	"strings"
)

// Hosts are the names under which a listener answers, besides localhost and every IP address. When
// the name of a web page is made to resolve to this machine (DNS rebinding), the browser takes the
// service for the page's own origin, and only the Host header shows the other name. nil allows
// every name.
type Hosts map[string]bool

// OnlyHosts allows the names alone; an empty one is left out.
func OnlyHosts(names ...string) Hosts {
	h := Hosts{"localhost": true}
	for _, name := range names {
		if name != "" {
			h[plainHost(name)] = true
		}
	}
	return h
}

// Allow reports whether a request with the Host is meant for the listener.
func (h Hosts) Allow(host string) bool {
	if h == nil {
		return true
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = plainHost(host)
	if h[host] {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// plainHost is a name as names are compared: in lower case, without the dot of the root and the
// brackets of an IPv6 address.
func plainHost(host string) string {
	if inner, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inner, "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}
