package app

import (
	"os"
	"regexp"
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

// The nginx in front of pages that are processes of their own sends each path to who has it, and
// the stream of notices without a pause.
func TestNginx(t *testing.T) {
	t.Parallel()
	conf := deployment.Text(t, "nginx.conf")
	service := regexp.MustCompile(`(?s)location ~ (\S+) \{\s*proxy_pass http://service;`).FindStringSubmatch(conf)
	if service == nil {
		t.Fatal("nothing is sent to the service")
	}
	isOfService := regexp.MustCompile(service[1])
	for line := range strings.Lines(orderd(t, nil, "routes").require(t, 0, "/v1/").out) {
		if path := strings.Fields(line)[1]; !isOfService.MatchString(path) {
			t.Errorf("%s is sent to the pages", path)
		}
	}
	for path, want := range map[string]bool{
		"/admin": true, "/admin/orders": true, "/docs/": true, "/media/a.webp": true, "/healthz": true, "/readyz": true,
		"/openapi.json": true, "/openapi.store.yaml": true, "/.well-known/jwks.json": true, "/": false, "/c/coffee": false,
		"/assets/shop.css": false, "/sitemap.xml": false, "/de/feed.xml": false, "/v10": false, "/administrator": false,
		"/i/admin": false, "/opening": false,
	} {
		if isOfService.MatchString(path) != want {
			t.Errorf("%s is sent to the service: %t", path, !want)
		}
	}
	stream := regexp.MustCompile(`(?s)location = /v1/notifications/stream \{[^}]*proxy_buffering off;`)
	if !stream.MatchString(conf) {
		t.Error("the stream of notices waits in the proxy")
	}
	var published []string
	for _, s := range deployment.ReadCompose(t, "compose.storefront.yaml").Services {
		for _, port := range s.Ports {
			published = append(published, strings.TrimSuffix(port, ":8080"))
		}
	}
	slices.Sort(published)
	pages := regexp.MustCompile(`(?s)upstream pages \{[^}]*\}`).FindString(conf)
	var servers []string
	for _, m := range regexp.MustCompile(`server (\S+);`).FindAllStringSubmatch(pages, -1) {
		servers = append(servers, m[1])
	}
	if !slices.Equal(servers, published) {
		t.Errorf("the pages are at %q, and looked for at %q", published, servers)
	}
	if !slices.Contains(deployment.ReadCompose(t, "compose.yaml").Services["orderd"].Ports, "127.0.0.1:8080:8080") ||
		!strings.Contains(conf, "server 127.0.0.1:8080;") {
		t.Error("the service is not at 127.0.0.1:8080")
	}
}
