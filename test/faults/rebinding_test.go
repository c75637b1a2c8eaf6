package faults

import (
	"net/http"
	"testing"

	"orderd/platform/database"
	"orderd/test/kit"
)

// A web page whose name was made to resolve to 127.0.0.1 gets nothing of dev mode's service, nor of
// an ops listener on loopback.
func TestRebinding(t *testing.T) {
	t.Parallel()
	ask := func(base, path, host string, want int) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("GET %s of %s: %d, want %d", path, host, answer.StatusCode, want)
		}
	}
	dev := kit.Serve(t, "ORDERD_DEV=true")
	for _, path := range []string{"/dev/mail", "/dev/mail.json", "/v1/products", "/docs", "/readyz", "/nothing"} {
		ask(dev.Base, path, "evil.example:8080", http.StatusMisdirectedRequest)
	}
	ask(dev.Base, "/dev/mail.json", "localhost:8080", http.StatusOK)
	ask(dev.Base, "/dev/mail.json", host(t, dev.Base), http.StatusOK)
	ask(dev.Ops, "/metrics", "evil.example:9090", http.StatusMisdirectedRequest)
	ask(dev.Ops, "/metrics", "localhost:9090", http.StatusOK)

	w := prepare(t, kit.NewURL(t, database.SQLite), 1)
	w.launch()
	ask(w.replicas[0].Base, "/v1/products", "api.example.com", http.StatusOK)
	for _, path := range []string{"/metrics", "/debug/pprof/cmdline", "/healthz"} {
		ask(w.replicas[0].Ops, path, "evil.example", http.StatusMisdirectedRequest)
	}
	ask(w.replicas[0].Ops, "/metrics", "shop.test", http.StatusOK)
}
