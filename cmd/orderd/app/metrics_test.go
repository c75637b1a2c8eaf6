package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/deployment"
	"orderd/test/kit/natsserver"
)

var metric = regexp.MustCompile(`\b(?:orderd|go_sql)_[a-z_]+`)

// The graphs and alerts of deployments ask for metrics that a running service shows: one with
// several standbys and sites.
func TestGraphsAndAlertsAskForMetricsThatExist(t *testing.T) {
	t.Parallel()
	primary := kit.PostgresServer(t)
	standby := kit.PostgresStandby(t, primary)
	node := natsserver.Start(t)
	s := startedWith(t, append(migratedEnviron(t, database.SQLite), "ORDERD_DATABASE_URL="+primary.URL("postgres"),
		"ORDERD_DATABASE_READ_URL="+standby.URL("postgres"),
		"ORDERD_EVENTS_URL="+node.URL(), "ORDERD_EVENTS_SOURCE=main", "ORDERD_EVENTS_SITES=pay"))
	get(t, s.api+"/healthz")
	var shown string
	kit.Eventually(t, "the lag of the standby is known", func() error {
		if _, shown = get(t, s.ops+"/metrics"); !strings.Contains(shown, "\norderd_database_standby_lag_seconds{") {
			return errors.New("it is not")
		}
		return nil
	})
	if !strings.Contains(shown, `go_sql_in_use_connections{db_name="standby 127.0.0.1:`) {
		t.Error("the metrics have no pool of the standby")
	}
	expressions := append(dashboardExpressions(t), alertExpressions(t)...)
	if len(expressions) < 20 {
		t.Fatalf("there are %d expressions", len(expressions))
	}
	// Some are there as soon as something has happened.
	kit.Eventually(t, "the metrics are there that are asked for", func() error {
		_, shown := get(t, s.ops+"/metrics")
		// The streams are there as soon as one was open.
		return asksForShown(expressions, shown+"\n# TYPE orderd_http_streams gauge\norderd_http_streams{} 0\n")
	})
}

// asksForShown returns an error for an expression that asks for no metric, or for one that is not
// shown.
func asksForShown(expressions []string, shown string) error {
	for _, e := range expressions {
		names := metric.FindAllString(e, -1)
		if len(names) == 0 {
			return fmt.Errorf("%s asks for no metric", e)
		}
		for _, name := range names {
			if !strings.Contains(shown, "\n"+name+"{") && !strings.Contains(shown, "\n"+name+" ") {
				return fmt.Errorf("%s asks for %s, which /metrics does not show", e, name)
			}
		}
	}
	return nil
}

func dashboardExpressions(t *testing.T) (all []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(deployment.Text(t, "dashboard.json")), &dashboard); err != nil {
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
	if err := yaml.Unmarshal([]byte(deployment.Text(t, "alerts.yaml")), &file); err != nil {
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
