package settings

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit/deployment"
)

// imageVariables returns the variables that the image sets.
func imageVariables(t *testing.T) []string {
	t.Helper()
	return regexp.MustCompile(`ORDERD_\w+=\S+`).FindAllString(deployment.Text(t, "Dockerfile"), -1)
}

func TestImage(t *testing.T) {
	t.Parallel()
	image := deployment.Text(t, "Dockerfile")
	if !slices.Contains(imageVariables(t), "ORDERD_OPS_ADDR=127.0.0.1:9090") {
		t.Error("the image alone listens for operators on more than its loopback")
	}
	if bases := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(image, -1); len(bases) != 2 || bases[1][1] != "scratch" {
		t.Errorf("the image is made of %v, want one to build it and scratch", bases)
	}
	if !strings.Contains(image, "\nUSER 65532:65532\n") {
		t.Error("the image runs as root")
	}
}

// dotEnv is an .env that is filled in.
var dotEnv = map[string]string{
	"POSTGRES_PASSWORD": "p", "NATS_MAIN_PASSWORD": "1e3", "NATS_PAY_PASSWORD": "2", "ORDERD_AUTH_SECRET": strings.Repeat("s", 32),
	"ORDERD_MAIL_URL": "smtp://u:p@mail.example.com:587", "ORDERD_HTTP_TRUSTED_PROXIES": "172.16.0.0/12",
	"ORDERD_HTTP_PUBLIC_URL": "https://api.example.com", "ORDERD_PAYMENTS_BANK_ACCOUNT": "DE02 1203 0000 0000 2020 51",
	"ORDERD_SHOP_RETURNS_ADDRESS": "Torstraße 12, 10119 Berlin",
	"ORDERD_STOREFRONT_KEY":       "odk_k7m2qx4d_key", "ORDERD_STOREFRONT_API": "https://api.example.com",
}

// settingsOf loads the configuration of a service that runs the image.
func settingsOf(t *testing.T, s deployment.Service) Config {
	t.Helper()
	loaded, err := Load("", append(imageVariables(t), s.Environ(dotEnv)...))
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// requireShutIn requires of a service that runs the image what all of them need.
func requireShutIn(t *testing.T, compose deployment.Compose, s deployment.Service) {
	t.Helper()
	c := settingsOf(t, s)
	if len(c.HTTP.TrustedProxies) == 0 {
		t.Error("the compose file does not know the proxy in front")
	}
	if !c.UsesPostgres() || c.Auth.KeysFile != "/run/secrets/keys" || c.Dev || len(c.Warnings()) > 0 {
		t.Errorf("the service of the compose file: %q\n%s", c.Warnings(), c.YAML())
	}
	if s.ReadOnly && !slices.Contains(s.Tmpfs, "/tmp") {
		t.Error("an import has no place to wait in")
	}
	for _, port := range s.Ports {
		if !strings.HasPrefix(port, "127.0.0.1:") {
			t.Errorf("the port %s is open to the network", port)
		}
	}
	for name := range compose.Secrets {
		if c.Auth.KeysFile != "/run/secrets/"+name || !slices.Contains(s.Secrets, name) {
			t.Errorf("the secret %s is not read", name)
		}
	}
}

// The variables of the image and of the compose file are keys of the configuration, with valid
// values.
func TestComposeFile(t *testing.T) {
	t.Parallel()
	compose := deployment.ReadCompose(t, "compose.yaml")
	requireShutIn(t, compose, compose.Services["orderd"])
}

// The processes with the shop's pages alone are equal, lack nothing, and are shut in.
func TestComposedStorefront(t *testing.T) {
	t.Parallel()
	compose := deployment.ReadCompose(t, "compose.storefront.yaml")
	if len(compose.Services) != 2 || compose.Secrets != nil || compose.Volumes != nil {
		t.Errorf("there are %d processes, the secrets %v and the volumes %v", len(compose.Services), compose.Secrets, compose.Volumes)
	}
	for name, s := range compose.Services {
		c, err := LoadForCommand("", append(imageVariables(t), s.Environ(dotEnv)...))
		if err != nil {
			t.Fatal(err)
		}
		if c.Storefront.API != "https://api.example.com" || len(c.Auth.Secret) == 0 || len(c.StorefrontWarnings()) > 0 {
			t.Errorf("%s: %q\n%s", name, c.StorefrontWarnings(), c.YAML())
		}
		if other := compose.Services["storefront-1"]; !slices.Equal(s.Environ(dotEnv), other.Environ(dotEnv)) {
			t.Errorf("%s differs from the other", name)
		}
		if !slices.Equal(s.Command, []string{"storefront"}) || s.Image != "orderd" || !s.ReadOnly || s.Restart != "unless-stopped" {
			t.Errorf("%s is %+v", name, s)
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("the port %s is open to the network", port)
			}
		}
	}
}

func TestComposeFilesExplainThemselves(t *testing.T) {
	t.Parallel()
	example := deployment.Text(t, ".env.example")
	for _, name := range []string{"compose.yaml", "compose.sites.yaml", "compose.storefront.yaml"} {
		compose := deployment.ReadCompose(t, name)
		guarded := strings.Contains(compose.Text, "chmod 400 secrets/keys.pem")
		if guarded != (compose.Secrets != nil) || strings.Contains(compose.Text, "chmod 644") {
			t.Errorf("%s: only their owner may read the keys", name)
		}
		for _, variable := range compose.Placeholders() {
			if !strings.Contains(example, "\n"+variable+"=") {
				t.Errorf("%s of %s is not in .env.example", variable, name)
			}
		}
	}
}
