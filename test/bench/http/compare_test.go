package http

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/test/kit"
	"orderd/test/kit/port"
)

const (
	connections = 32
	rounds      = 5
	roundTime   = 1500 * time.Millisecond
)

// side is a server under load.
type side struct {
	addr  string
	next  requests
	ready func() // before each round; nil when nothing is needed
}

// compare sends requests to the floor and to the service, in rounds that take turns, so that both
// meet the same noise, and notes the medians and their ratio.
func compare(b *testing.B, what string, bar float64, floor, service side) {
	b.Run(what, func(b *testing.B) { table = append(table, compared(b, what, bar, floor, service)) })
}

func compared(b *testing.B, what string, bar float64, floor, service side) row {
	b.Helper()
	sides := []side{floor, service}
	var found [2][]load
	for round := range rounds + 1 {
		for i, s := range sides {
			if s.ready != nil {
				s.ready()
			}
			l := drive(b, s.addr, s.next, connections, roundTime)
			if round > 0 { // the first warms up
				found[i] = append(found[i], l)
			}
		}
	}
	rate := func(l load) float64 { return l.rate }
	ours, theirs := middle(found[1], rate), middle(found[0], rate)
	return row{
		what: what, floor: fmt.Sprintf("%.0f/s", theirs), got: fmt.Sprintf("%.0f/s", ours), ratio: ours / theirs, bar: bar,
		details: latencies(found[1]),
	}
}

// latencies are those of the service, medians over the rounds.
func latencies(rounds []load) string {
	return fmt.Sprintf("p50 %.1f ms, p99 %.1f ms", middle(rounds, func(l load) float64 { return milliseconds(l.quantile(0.5)) }),
		middle(rounds, func(l load) float64 { return milliseconds(l.quantile(0.99)) }))
}

// middle is the median of a figure over the rounds.
func middle(rounds []load, figure func(load) float64) float64 {
	figures := make([]float64, len(rounds))
	for i, r := range rounds {
		figures[i] = figure(r)
	}
	slices.Sort(figures)
	return figures[len(figures)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

const (
	adminEmail    = "root@example.com"
	adminPassword = "the staple of admins"
)

// settings are those of a service in production, but for the rate limits, which would end the
// measurement.
func settings(database, keys string) []string {
	return []string{
		"ORDERD_DATABASE_URL=" + database, "ORDERD_AUTH_KEYS_FILE=" + keys, "ORDERD_AUTH_SECRET=" + strings.Repeat("s", 32),
		"ORDERD_MAIL_URL=smtp://127.0.0.1:1?tls=none", "ORDERD_LIMITS_ENABLED=false",
		"ORDERD_ADMIN_EMAIL=" + adminEmail, "ORDERD_ADMIN_PASSWORD=" + adminPassword,
		"ORDERD_PAYMENTS_BANK_ACCOUNT=DE02 1203 0000 0000 2020 51",
	}
}

func keysFile(b testing.TB) string {
	b.Helper()
	file := filepath.Join(b.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(file); err != nil {
		b.Fatal(err)
	}
	return file
}

// startFloor builds and starts the floor and returns its address.
func startFloor(b testing.TB, database, keys string) string {
	b.Helper()
	binary := filepath.Join(b.TempDir(), "floor")
	if out, err := exec.Command("go", "build", "-o", binary, "orderd/test/bench/floor").CombinedOutput(); err != nil {
		b.Fatalf("build the floor: %v\n%s", err, out)
	}
	number, err := port.Free()
	if err != nil {
		b.Fatal(err)
	}
	addr := fmt.Sprintf("127.0.0.1:%d", number)
	cmd := exec.Command(binary, "-addr", addr, "-database", database, "-keys", keys)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	kit.Eventually(b, "the floor answers", func() error {
		answer, err := http.Get("http://" + addr + "/v1/users/me")
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusUnauthorized {
			return fmt.Errorf("without a token: %s", answer.Status)
		}
		return nil
	})
	return addr
}
