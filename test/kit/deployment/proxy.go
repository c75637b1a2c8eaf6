package deployment

import (
	"regexp"
	"strings"
	"testing"
)

// Route is a part of the paths that the proxy of compose.sites.yaml passes on.
type Route struct {
	Paths     string   // a regular expression; "" for the rest
	Upstreams []string // HOST:PORT of the replicas
}

var (
	pathMatcher = regexp.MustCompile("(?m)^\\s*@(\\w+) path_regexp `([^`]*)`$")
	passedOn    = regexp.MustCompile(`handle(?: @(\w+))? \{\s*reverse_proxy ([^{]+) \{`)
)

// Routes reads the Caddyfile: its routes, in the order in which the proxy tries them.
func Routes(t testing.TB) (routes []Route) {
	t.Helper()
	text := Text(t, "Caddyfile")
	paths := map[string]string{}
	for _, m := range pathMatcher.FindAllStringSubmatch(text, -1) {
		paths[m[1]] = m[2]
	}
	for _, m := range passedOn.FindAllStringSubmatch(text, -1) {
		if m[1] != "" && paths[m[1]] == "" {
			t.Fatalf("@%s of the Caddyfile has no paths", m[1])
		}
		routes = append(routes, Route{Paths: paths[m[1]], Upstreams: strings.Fields(m[2])})
	}
	if len(routes) == 0 || routes[len(routes)-1].Paths != "" {
		t.Fatalf("the Caddyfile passes on %v, and not the rest", routes)
	}
	return routes
}

// SetPaths writes the expression of the matcher @name into the Caddyfile.
func SetPaths(t testing.TB, name, paths string) string {
	t.Helper()
	return pathMatcher.ReplaceAllStringFunc(Text(t, "Caddyfile"), func(line string) string {
		m := pathMatcher.FindStringSubmatch(line)
		if m[1] != name {
			return line
		}
		return strings.Replace(line, "`"+m[2]+"`", "`"+paths+"`", 1)
	})
}
