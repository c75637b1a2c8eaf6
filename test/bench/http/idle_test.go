package http

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"orderd/platform/database"
	"orderd/test/kit"
)

// BenchmarkColdStart measures the time from the start of the process to its first 200 on /readyz.
func BenchmarkColdStart(b *testing.B) {
	kit.Binary(b)
	for _, dialect := range kit.Dialects {
		p := kit.Prepare(b, settings(kit.NewURL(b, dialect), keysFile(b))...)
		for _, state := range []string{"empty", "migrated"} {
			began := time.Now()
			p.Start()
			took := time.Since(began)
			p.Kill()
			table = append(table, row{what: "cold start, " + dialect + ", " + state, got: fmt.Sprintf("%.0f ms", milliseconds(took))})
		}
	}
}

// idleTime is how long Idle looks at a service without requests.
const idleTime = 10 * time.Second

// BenchmarkIdle measures what a service costs without requests.
func BenchmarkIdle(b *testing.B) {
	for _, dialect := range kit.Dialects {
		address := kit.NewURL(b, dialect)
		var statements *relay
		through := address
		if dialect == database.Postgres {
			u, err := url.Parse(address)
			if err != nil {
				b.Fatal(err)
			}
			statements = newRelay(b, u.Host)
			u.Host = statements.addr
			through = u.String()
		}
		p := kit.Serve(b, settings(through, keysFile(b))...)
		stock(b, p)
		<-time.After(2 * time.Second) // what follows is over
		before := statements.count()
		<-time.After(idleTime)
		rate := float64(statements.count()-before) / idleTime.Seconds()
		memory := resident(b, p)
		p.Kill()
		idle := row{what: "idle with the demo shop, " + dialect, got: fmt.Sprintf("%.0f MiB", memory)}
		if statements != nil {
			idle.details = fmt.Sprintf("%.1f statements/s", rate)
		}
		table = append(table, idle)
	}
}

// resident is the memory that the process holds, in MiB.
func resident(b *testing.B, p *kit.Process) float64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Pid()))
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	var kib float64
	if _, err := fmt.Sscan(after, &kib); err != nil {
		b.Fatal(err)
	}
	return kib / 1024
}
