package config

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The variables of the image and of the compose file are keys of the configuration, and what they say is valid.
func TestDeployments(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "deployments")
	image, err := os.ReadFile(filepath.Join(dir, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	environ := regexp.MustCompile(`ORDERD_\w+=\S+`).FindAllString(string(image), -1)

	if !slices.Contains(environ, "ORDERD_OPS_ADDR=127.0.0.1:9090") {
		t.Error("the image alone listens for operators on more than its loopback")
	}

	if bases := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(string(image), -1); len(bases) != 2 || bases[1][1] != "scratch" {
		t.Errorf("the image is made of %v, want one to build it and scratch", bases)
	}
	if !strings.Contains(string(image), "\nUSER 65532:65532\n") {
		t.Error("the image runs as root")
	}

	text, err := os.ReadFile(filepath.Join(dir, "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var compose struct {
		Services map[string]struct {
			Environment map[string]string
			Secrets     []string
			Volumes     []string
			Ports       []string
			ReadOnly    bool `yaml:"read_only"`
			Tmpfs       []string
		}
		Secrets, Volumes map[string]any
	}
	if err := yaml.Unmarshal(text, &compose); err != nil {
		t.Fatal(err)
	}
	// What .env gives, and what stands without it.
	given := map[string]string{"POSTGRES_PASSWORD": "p", "ORDERD_AUTH_SECRET": strings.Repeat("s", 32), "ORDERD_MAIL_URL": "smtp://u:p@mail.example.com:587", "ORDERD_HTTP_TRUSTED_PROXIES": "172.16.0.0/12"}
	variable := regexp.MustCompile(`\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}`)
	for name, value := range compose.Services["orderd"].Environment {
		environ = append(environ, name+"="+variable.ReplaceAllStringFunc(value, func(v string) string {
			m := variable.FindStringSubmatch(v)
			if m[2] == "" {
				return given[m[1]]
			}
			return m[2]
		}))
	}
	c, err := Load("", environ)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.HTTP.TrustedProxies) == 0 {
		t.Error("the compose file does not ask for the proxy in front")
	}
	if !c.UsesPostgres() || c.Auth.KeysFile != "/run/secrets/keys" || c.Dev {
		t.Errorf("the service of the compose file:\n%s", c.YAML())
	}
	if s := compose.Services["orderd"]; s.ReadOnly && !slices.Contains(s.Tmpfs, "/tmp") {
		t.Error("an import has no place to wait in")
	}
	for _, port := range compose.Services["orderd"].Ports {
		if !strings.HasPrefix(port, "127.0.0.1:") {
			t.Errorf("the port %s is open to the network", port)
		}
	}
	if !strings.Contains(string(text), "chmod 400 secrets/keys.pem") || strings.Contains(string(text), "chmod 644") {
		t.Error("the keys are to be their owner's alone")
	}
	for name := range compose.Secrets {
		if c.Auth.KeysFile != "/run/secrets/"+name {
			t.Errorf("the secret %s is not read", name)
		}
	}

	example, err := os.ReadFile(filepath.Join(dir, ".env.example"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range variable.FindAllStringSubmatch(string(text), -1) {
		if !strings.Contains(string(example), "\n"+m[1]+"=") {
			t.Errorf("%s is not in .env.example", m[1])
		}
	}
}
