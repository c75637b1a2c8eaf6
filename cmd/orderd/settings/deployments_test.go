package settings

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// readDeployment reads a file of deployments.
func readDeployment(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "deployments", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// imageVariables returns the variables that the image sets.
func imageVariables(t *testing.T) []string {
	t.Helper()
	return regexp.MustCompile(`ORDERD_\w+=\S+`).FindAllString(readDeployment(t, "Dockerfile"), -1)
}

func TestImage(t *testing.T) {
	t.Parallel()
	image := readDeployment(t, "Dockerfile")
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

// composeFile is what the tests read of compose.yaml.
type composeFile struct {
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

// placeholder is a variable of .env in compose.yaml, with its default.
var placeholder = regexp.MustCompile(`\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}`)

func readCompose(t *testing.T) (c composeFile) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(readDeployment(t, "compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// settings loads the configuration of the service that the compose file runs.
func (c composeFile) settings(t *testing.T) Config {
	t.Helper()
	dotEnv := map[string]string{
		"POSTGRES_PASSWORD": "p", "ORDERD_AUTH_SECRET": strings.Repeat("s", 32),
		"ORDERD_MAIL_URL": "smtp://u:p@mail.example.com:587", "ORDERD_HTTP_TRUSTED_PROXIES": "172.16.0.0/12",
	}
	environ := imageVariables(t)
	for name, value := range c.Services["orderd"].Environment {
		environ = append(environ, name+"="+placeholder.ReplaceAllStringFunc(value, func(v string) string {
			m := placeholder.FindStringSubmatch(v)
			if m[2] == "" {
				return dotEnv[m[1]]
			}
			return m[2]
		}))
	}
	loaded, err := Load("", environ)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// The variables of the image and of the compose file are keys of the configuration, with valid
// values.
func TestComposeFile(t *testing.T) {
	t.Parallel()
	compose := readCompose(t)
	c := compose.settings(t)
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
	for name := range compose.Secrets {
		if c.Auth.KeysFile != "/run/secrets/"+name {
			t.Errorf("the secret %s is not read", name)
		}
	}
}

func TestComposeFileExplainsItself(t *testing.T) {
	t.Parallel()
	text, example := readDeployment(t, "compose.yaml"), readDeployment(t, ".env.example")
	if !strings.Contains(text, "chmod 400 secrets/keys.pem") || strings.Contains(text, "chmod 644") {
		t.Error("only their owner may read the keys")
	}
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(example, "\n"+m[1]+"=") {
			t.Errorf("%s is not in .env.example", m[1])
		}
	}
}
