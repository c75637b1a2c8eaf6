package settings

import (
	"net"
	"net/netip"
	"net/url"

	"golang.org/x/net/publicsuffix"
)

// IsLoopback reports whether only this machine can reach a listener's address (host:port).
func IsLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && isLoopbackHost(host)
}

// OwnHosts returns the hosts of http.public_url and of a listener's address: the names by which
// clients may call it.
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

func isLoopbackHost(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// loopbackNetworks are the addresses of this machine.
func loopbackNetworks() []string { return []string{"127.0.0.0/8", "::1/128"} }

// reachable returns addr in a form that clients on this machine can call.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// isHTTPURL reports whether text is an absolute http or https URL without query and fragment.
func isHTTPURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.RawQuery == "" &&
		u.Fragment == ""
}

// isEncryptedOrLocal reports whether what is sent to the URL stays on this machine or is
// encrypted.
func isEncryptedOrLocal(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || isLoopbackHost(u.Hostname()))
}

// defaultStaffOrigin returns the origin of http.public_url, in dev mode that of localhost: passkeys
// need a name.
func (c *Config) defaultStaffOrigin() string {
	if c.Dev {
		_, port, _ := net.SplitHostPort(c.HTTP.Addr)
		return "http://localhost:" + port
	}
	u, err := url.Parse(c.HTTP.PublicURL)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// isOrigin reports whether text is an origin as browsers send it.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && text == u.Scheme+"://"+u.Host
}

// isSameSite reports whether browsers take two URLs for one site (HTML, 7.1.1): the same scheme,
// and the same host or one domain above both that can be registered. A cookie with SameSite=Strict
// goes from the pages of one to the other.
func isSameSite(a, b string) bool {
	one, errOne := url.Parse(a)
	two, errTwo := url.Parse(b)
	if errOne != nil || errTwo != nil || one.Scheme != two.Scheme || one.Hostname() == "" {
		return false
	}
	if one.Hostname() == two.Hostname() {
		return true
	}
	domainOne, errOne := publicsuffix.EffectiveTLDPlusOne(one.Hostname())
	domainTwo, errTwo := publicsuffix.EffectiveTLDPlusOne(two.Hostname())
	return errOne == nil && errTwo == nil && domainOne == domainTwo && !isAddress(one.Hostname())
}

// isAddress reports whether a host is an IP address, which has no domain.
func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}
