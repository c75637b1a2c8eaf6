package settings

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit/deployment"
)

// deployedSite is a site of compose.sites.yaml.
type deployedSite struct {
	Config
	replicas int
}

// deployedSites reads the sites of compose.sites.yaml by their names, and requires of each that its
// replicas are equal.
func deployedSites(t *testing.T, compose deployment.Compose) map[string]deployedSite {
	t.Helper()
	sites, environ := map[string]deployedSite{}, map[string][]string{}
	for name, service := range compose.Services {
		source := service.Environment["ORDERD_EVENTS_SOURCE"]
		if service.Image != "orderd" {
			continue
		}
		requireShutIn(t, compose, service)
		if !regexp.MustCompile(`^` + source + `-\d$`).MatchString(name) {
			t.Errorf("%s is a replica of %q", name, source)
		}
		if first := environ[source]; first != nil && !slices.Equal(first, service.Environ(dotEnv)) {
			t.Errorf("%s differs from the other replica:\n%q\n%q", name, service.Environ(dotEnv), first)
		}
		environ[source] = service.Environ(dotEnv)
		sites[source] = deployedSite{settingsOf(t, service), sites[source].replicas + 1}
	}
	return sites
}

// Every module runs at one site, on a database that is the site's alone, and each site hears all
// others.
func TestComposedSites(t *testing.T) {
	t.Parallel()
	compose := deployment.ReadCompose(t, "compose.sites.yaml")
	sites := deployedSites(t, compose)
	databases := map[string]string{}
	for name, site := range sites {
		others := slices.DeleteFunc(slices.Sorted(maps.Keys(sites)), func(other string) bool { return other == name })
		if site.replicas != 2 || !slices.Equal(slices.Sorted(slices.Values(site.Events.Sites)), others) {
			t.Errorf("%s has %d replicas and hears %v", name, site.replicas, site.Events.Sites)
		}
		host := requireHosts(t, compose, string(site.Database.URL))[0]
		if other := databases[host]; other != "" {
			t.Errorf("%s and %s are on one database", name, other)
		}
		databases[host] = name
	}
	for _, module := range ModuleNames() {
		var at []string
		for name, site := range sites {
			if site.Runs(module) {
				at = append(at, name)
			}
		}
		if len(at) != 1 {
			t.Errorf("%s runs at %v, want one site", module, at)
		}
	}
}

// requireHosts returns the hosts of a URL, which are services of the compose file.
func requireHosts(t *testing.T, compose deployment.Compose, text string) []string {
	t.Helper()
	_, rest, _ := strings.Cut(text, "@")
	hosts, _, _ := strings.Cut(rest, "/")
	all := strings.Split(hosts, ",")
	for i, host := range all {
		all[i], _, _ = strings.Cut(host, ":")
		if _, runs := compose.Services[all[i]]; !runs {
			t.Errorf("%s is no service", all[i])
		}
	}
	return all
}

// The NATS servers are a cluster of those that the sites connect to, with a user for each site.
func TestComposedNATS(t *testing.T) {
	t.Parallel()
	compose, conf := deployment.ReadCompose(t, "compose.sites.yaml"), deployment.Text(t, "nats.conf")
	var nodes []string
	for name, service := range compose.Services {
		if strings.HasPrefix(service.Image, "nats:") {
			nodes = append(nodes, name)
			requireNode(t, name, service)
		}
	}
	slices.Sort(nodes)
	if routes := regexp.MustCompile(`nats://(\w+):6222`).FindAllStringSubmatch(conf,
		-1); fmt.Sprint(routes) != "[[nats://n1:6222 n1] [nats://n2:6222 n2] [nats://n3:6222 n3]]" {
		t.Errorf("the routes are %q", routes)
	}
	for name, site := range deployedSites(t, compose) {
		if hosts := requireHosts(t, compose, site.Events.URL.Reveal()); !slices.Equal(hosts, nodes) || len(nodes) != 3 {
			t.Errorf("%s connects to %q, the cluster is %q", name, hosts, nodes)
		}
		variable := strings.ToUpper(name) + "_PASSWORD"
		if !regexp.MustCompile(`user: ` + name + `, password: \$` + variable + `\b`).MatchString(conf) {
			t.Errorf("%s is no user of nats.conf", name)
		}
		user, err := url.Parse(strings.ReplaceAll(site.Events.URL.Reveal(), ",", "."))
		if err != nil {
			t.Fatal(err)
		}
		password, _ := user.User.Password()
		if want := `"` + password + `"`; user.User.Username() != name ||
			!slices.Contains(compose.Services["n1"].Environ(dotEnv), variable+"="+want) {
			t.Errorf("%s connects as %s, the servers have %q", name, user.User, compose.Services["n1"].Environ(dotEnv))
		}
	}
}

func requireNode(t *testing.T, name string, service deployment.Service) {
	t.Helper()
	if want := []string{"nats-server", "--config", "/etc/nats/nats.conf", "--name", name}; !slices.Equal(service.Command, want) {
		t.Errorf("%s runs %q, want %q", name, service.Command, want)
	}
	if want := []string{"./nats.conf:/etc/nats/nats.conf:ro", name + ":/var/lib/nats"}; !slices.Equal(service.Volumes, want) {
		t.Errorf("%s has the volumes %q, want %q", name, service.Volumes, want)
	}
}

// Whatever stops starts again, what is started after another waits until that is healthy, and only
// the proxy is open to the network.
func TestComposedServices(t *testing.T) {
	t.Parallel()
	compose := deployment.ReadCompose(t, "compose.sites.yaml")
	proxy := compose.Services["proxy"].Networks["default"].Address
	for name, service := range compose.Services {
		if service.Restart != "unless-stopped" {
			t.Errorf("%s is started again: %q", name, service.Restart)
		}
		for other := range service.DependsOn {
			if len(compose.Services[other].Healthcheck.Test) == 0 {
				t.Errorf("%s waits for %s, which has no health check", name, other)
			}
		}
		if name != "proxy" && len(service.Ports) > 0 {
			t.Errorf("%s is open at %v", name, service.Ports)
		}
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if _, named := compose.Volumes[source]; !named && !strings.HasPrefix(source, "./") {
				t.Errorf("the volume %s of %s is not declared", source, name)
			}
		}
		if service.Image == "orderd" && !slices.Equal(settingsOf(t, service).HTTP.TrustedProxies, []string{proxy}) {
			t.Errorf("%s trusts others than the proxy, %s", name, proxy)
		}
	}
}
