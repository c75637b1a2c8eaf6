package settings

import (
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"orderd/platform/config"
)

// sourceName is the form of the name of a database among the sites.
var sourceName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

// minStreamKeep leaves sites that restart time to read on where they were.
const minStreamKeep = time.Minute

func (c *Config) validateEvents(k *config.Checker) {
	e := c.Events
	k.Check("events.keep", e.Keep == 0 || e.Keep >= 24*time.Hour, "must be 0, for ever, or at least 24h")
	k.Check("events.stream_keep", e.StreamKeep >= minStreamKeep, "must be at least 1m")
	if !c.UsesNATS() {
		k.Check("events.source", e.Source == "", "has no meaning with events.url: database:")
		k.Check("events.sites", len(e.Sites) == 0, "has no meaning with events.url: database:")
		k.Check("events.creds_file", e.CredsFile == "", "has no meaning with events.url: database:")
		return
	}
	k.Check("events.url", isNATSURL(e.URL.Reveal()), "must be database: or nats://user:password@host:4222, several "+
		"hosts with commas (tls://… with TLS)")
	k.Check("events.url", c.UsesPostgres(),
		"needs PostgreSQL (database.url): only there several databases hear each other")
	k.Check("events.source", e.Source != "", "is required with NATS: the name of this database among the sites")
	k.Check("events.source", sourceName.MatchString(e.Source),
		"must begin with a letter and have lower case letters, digits and - only")
	for _, site := range e.Sites {
		k.Check("events.sites", sourceName.MatchString(site), "%q is not the name of a source", site)
		k.Check("events.sites", site != e.Source, "%q is this database itself (events.source)", site)
	}
	k.Check("events.sites", len(slices.Compact(slices.Sorted(slices.Values(e.Sites)))) == len(e.Sites),
		"names a source twice")
}

// isNATSURL reports whether text names NATS servers: a scheme, perhaps user and password, and hosts
// with commas.
func isNATSURL(text string) bool {
	scheme, rest, found := strings.Cut(text, "://")
	if !found || scheme != "nats" && scheme != "tls" {
		return false
	}
	user, hosts := "", rest
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		user, hosts = rest[:at+1], rest[at+1:]
	}
	for host := range strings.SplitSeq(hosts, ",") {
		u, err := url.Parse(scheme + "://" + user + host)
		if err != nil || u.Hostname() == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
			return false
		}
		if _, _, err := net.SplitHostPort(host); err != nil && u.Port() != "" {
			return false
		}
	}
	return true
}
