package e2e

import (
	"context"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/sites"
)

// splits are divisions of the modules into two sites.
var splits = map[string][]string{
	"payments away from the shop": {"identity,catalog,ordering,recipients,wholesale,backoffice,webhooks,media",
		"payments,mailer,notifications,loyalty,reviews"},
	"catalogue away from the shop": {"-payments,-mailer,-notifications,-catalog", "payments,mailer,notifications,catalog"},
}

// The demo day passes where two sites hear each other over NATS, behind a proxy.
func TestDemoOnTwoSites(t *testing.T) {
	t.Parallel()
	for name, modules := range splits {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := sites.Start(t, modules)
			requireRun(t, w, "added 60 products", "seed", "--pictures=1")
			requireRun(t, w, `(?s)has his data exported \(13 modules\).*2[0-9] orders, [0-9]+ checks, 0 faults`, "demo")
		})
	}
}

// requireRun runs a command of the binary that calls the sites through their proxy, and requires
// that it succeeds and prints this.
func requireRun(t *testing.T, w *sites.World, pattern, command string, flags ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, kit.Binary(t), append([]string{command, "--url", w.URL}, flags...)...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"ORDERD_HTTP_PUBLIC_URL=" + w.URL, "ORDERD_ADMIN_EMAIL=" + sites.Admin, "ORDERD_ADMIN_PASSWORD=" + sites.Password}
	out, err := cmd.CombinedOutput()
	if lines := strings.Split(string(out), "\n"); err != nil || !regexp.MustCompile(pattern).Match(out) {
		t.Fatalf("orderd %s: %v\n%s", command, err, strings.Join(lines[max(0, len(lines)-60):], "\n"))
	}
}
