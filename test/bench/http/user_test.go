package http

import (
	"fmt"
	"net"
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
)

const (
	connections = 32
	rounds      = 7
	roundTime   = 2 * time.Second
)

// BenchmarkCurrentUser compares the service with the floor.
func BenchmarkCurrentUser(b *testing.B) {
	address, keys := kit.PostgresURL(b), keysFile(b)
	service := kit.Serve(b, settings(address, keys)...)
	floor := startFloor(b, address, keys)
	login := kit.NewAPI(service.Base, nil).Do(b, "POST", "/v1/auth/login", map[string]string{"email": adminEmail, "password": adminPassword}).Require(b, 200)
	request := "GET /v1/users/me HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer " + login.Text("accessToken") + "\r\n\r\n"

	compare(b, floor, service, request)
}

// compare sends the request to the floor and to the service, in rounds that take turns, and reports both and their ratio.
func compare(b *testing.B, floor string, service *kit.Process, request string) {
	b.Helper()
	sides := []struct {
		name, addr string
		rounds     []load
	}{{name: "floor", addr: floor}, {name: "orderd", addr: strings.TrimPrefix(service.Base, "http://")}}
	for i := range sides {
		drive(b, sides[i].addr, request, connections, roundTime/2) // to warm up
	}
	for range rounds {
		for i := range sides {
			sides[i].rounds = append(sides[i].rounds, drive(b, sides[i].addr, request, connections, roundTime))
		}
	}
	var rates [2]float64
	for i, side := range sides {
		rates[i] = middle(side.rounds, func(l load) float64 { return l.rate })
		b.Run(side.name, func(b *testing.B) {
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(rates[i], "req/s")
			b.ReportMetric(middle(side.rounds, func(l load) float64 { return milliseconds(l.quantile(0.5)) }), "p50-ms")
			b.ReportMetric(middle(side.rounds, func(l load) float64 { return milliseconds(l.quantile(0.99)) }), "p99-ms")
		})
	}
	b.Run("ratio", func(b *testing.B) {
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(rates[1]/rates[0], "orderd/floor")
	})
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

// settings are those of a service in production, but for the rate limits, which would end the measurement.
func settings(database, keys string) []string {
	return []string{
		"ORDERD_DATABASE_URL=" + database, "ORDERD_AUTH_KEYS_FILE=" + keys, "ORDERD_AUTH_SECRET=" + strings.Repeat("s", 32),
		"ORDERD_MAIL_URL=smtp://127.0.0.1:1?tls=none", "ORDERD_LIMITS_ENABLED=false",
		"ORDERD_ADMIN_EMAIL=" + adminEmail, "ORDERD_ADMIN_PASSWORD=" + adminPassword,
	}
}

func keysFile(b *testing.B) string {
	b.Helper()
	file := filepath.Join(b.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(file); err != nil {
		b.Fatal(err)
	}
	return file
}

// startFloor builds and starts the floor and returns its address.
func startFloor(b *testing.B, database, keys string) string {
	b.Helper()
	binary := filepath.Join(b.TempDir(), "floor")
	if out, err := exec.Command("go", "build", "-o", binary, "orderd/test/bench/floor").CombinedOutput(); err != nil {
		b.Fatalf("build the floor: %v\n%s", err, out)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	addr := listener.Addr().String()
	if err := listener.Close(); err != nil {
		b.Fatal(err)
	}
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
