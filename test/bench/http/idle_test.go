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
			b.Run(dialect+"/"+state, func(b *testing.B) {
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(milliseconds(took), "ms")
			})
		}
	}
}

// idleTime is how long Idle looks at a service that nobody calls.
const idleTime = 10 * time.Second

// BenchmarkIdle measures what a service costs that nobody calls.
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
		<-time.After(2 * time.Second) // what follows the start is over
		before := statements.count()
		<-time.After(idleTime)
		rate := float64(statements.count()-before) / idleTime.Seconds()
		memory := resident(b, p)
		p.Kill()
		b.Run(dialect, func(b *testing.B) {
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(memory, "MiB")
			if statements != nil {
				b.ReportMetric(rate, "statements/s")
			}
		})
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
