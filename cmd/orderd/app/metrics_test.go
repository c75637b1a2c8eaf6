package app

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"orderd/test/kit"
)

var metric = regexp.MustCompile(`\b(?:orderd|go_sql)_[a-z_]+`)

// The graphs and alerts of deployments ask for metrics that a running service shows.
func TestGraphsAndAlertsAskForMetricsThatExist(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	get(t, s.api+"/healthz")
	_, shown := get(t, s.ops+"/metrics")
	// The streams are there as soon as one was open.
	shown += "\n# TYPE orderd_http_streams gauge\norderd_http_streams{} 0\n"
	expressions := append(dashboardExpressions(t), alertExpressions(t)...)
	if len(expressions) < 20 {
		t.Fatalf("there are %d expressions", len(expressions))
	}
	for _, e := range expressions {
		names := metric.FindAllString(e, -1)
		if len(names) == 0 {
			t.Errorf("%s asks for no metric", e)
		}
		for _, name := range names {
			if !strings.Contains(shown, "\n"+name+"{") && !strings.Contains(shown, "\n"+name+" ") {
				t.Errorf("%s asks for %s, which /metrics does not show", e, name)
			}
		}
	}
}

func deployment(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../../deployments/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func dashboardExpressions(t *testing.T) (all []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(deployment(t, "dashboard.json"), &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			all = append(all, target.Expr)
		}
	}
	return all
}

func alertExpressions(t *testing.T) (all []string) {
	t.Helper()
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(deployment(t, "alerts.yaml"), &file); err != nil {
		t.Fatal(err)
	}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			if r.Alert == "" || r.Annotations["summary"] == "" {
				t.Errorf("the rule %s says nothing", r.Expr)
			}
			all = append(all, r.Expr)
		}
	}
	return all
}
