package config

import (
	"net"
	"net/url"
)

// IsLoopback tells whether a listener's address (host:port) can be reached from this machine alone.
func IsLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && loopback(host)
}

// OwnHosts are the hosts of http.public_url and of a listener's address: the names that clients may use for it.
func (c Config) OwnHosts(addr string) []string {
	var own []string
	if u, err := url.Parse(c.HTTP.PublicURL); err == nil {
		own = append(own, u.Hostname())
	}
	if host, _, err := net.SplitHostPort(addr); err == nil {
		own = append(own, host)
	}
	return own
}
