package app

import (
	"os"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit/deployment"
)

// The proxy of compose.sites.yaml sends each operation to a site that has its module. To write the
// routes anew: UPDATE_GOLDEN=1.
func TestDeployedProxy(t *testing.T) {
	t.Parallel()
	compose, routes := deployment.ReadCompose(t, "compose.sites.yaml"), deployment.Routes(t)
	seen := map[string]bool{}
	for _, route := range routes {
		modules, site := siteOf(t, compose, route)
		if seen[site] {
			t.Errorf("%s has two routes", site)
		}
		seen[site] = true
		if route.Paths == "" {
			continue
		}
		want := strings.TrimSpace(orderd(t, nil, "routes", "--regexp", "--modules", modules).require(t, 0, `^\^\(`).out)
		if os.Getenv("UPDATE_GOLDEN") != "" {
			if err := os.WriteFile(deployment.File(t, "Caddyfile"), []byte(deployment.SetPaths(t, site, want)), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if route.Paths != want {
			t.Errorf("the routes to %s are\n%s\nits modules have\n%s\nUPDATE_GOLDEN=1 writes them", site, route.Paths, want)
		}
		if note := "`orderd routes --regexp --modules " + modules + "`"; !strings.Contains(deployment.Text(t, "Caddyfile"), note) {
			t.Errorf("the Caddyfile does not say where the routes to %s come from: %s", site, note)
		}
	}
	for name, service := range compose.Services {
		if site := service.Environment["ORDERD_EVENTS_SOURCE"]; site != "" && !seen[site] {
			t.Errorf("nothing is sent to %s", name)
		}
	}
}

// siteOf returns the site that a route leads to, and the value of its key modules. All replicas of
// the site get requests.
func siteOf(t *testing.T, compose deployment.Compose, route deployment.Route) (modules, site string) {
	t.Helper()
	var replicas []string
	first, _, _ := strings.Cut(route.Upstreams[0], ":")
	site = compose.Services[first].Environment["ORDERD_EVENTS_SOURCE"]
	for name, service := range compose.Services {
		if site != "" && service.Environment["ORDERD_EVENTS_SOURCE"] == site {
			replicas = append(replicas, name+":8080")
		}
	}
	slices.Sort(replicas)
	if !slices.Equal(route.Upstreams, replicas) {
		t.Fatalf("a route leads to %q, the replicas of %q are %q", route.Upstreams, site, replicas)
	}
	return compose.Services[first].Environment["ORDERD_MODULES"], site
}
