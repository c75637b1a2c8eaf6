package faults

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// 200 logins a second, several times what two cores can hash: the excess is refused at once, reads
// go on, memory and goroutines stay bounded. A refused code costs none of its attempts: it is sent
// again until there is capacity.
func TestLoginFlood(t *testing.T) {
	undisturbed(t)
	w := prepare(t, kit.PostgresURL(t), 1)
	w.launch()
	accounts := make([]string, 10)
	for i := range accounts {
		accounts[i], _ = w.customer("flooded")
	}
	_, access := w.customer("reader") // an account has 100 sessions: the flood ends the oldest
	patients := w.approvedApplicants(t, 6)
	before := w.goroutines(t)

	const maxMemory = 400 << 20 // bytes
	reads := readUntil(t, w.api().As(access))
	f := floodLogins(t, w, accounts, patients)
	times := reads()
	t.Logf("logins %v, refused in p50 %v; reads p50 %v, p99 %v; peak memory %d MiB",
		f.statuses, median(f.refusals), median(times), quantile(times, 0.99), f.peakMemory>>20)

	if f.statuses[200] == 0 || f.statuses[200]+f.statuses[503]+f.statuses[429] != f.logins {
		t.Errorf("logins: %v", f.statuses)
	}
	// The bounds are far below what waiting for a core would take, and far above what a machine adds
	// that runs nothing beside.
	if len(f.refusals) > 0 && *full && median(f.refusals) > time.Second {
		t.Errorf("a refusal takes %v", median(f.refusals))
	}
	if p99 := quantile(times, 0.99); *full && p99 > 2*time.Second {
		t.Errorf("reads took up to %v beside the flood", p99)
	}
	if f.peakMemory > maxMemory {
		t.Errorf("%d MiB of memory", f.peakMemory>>20)
	}
	kit.Within(t, 30*time.Second, "the goroutines come back", func() error {
		if now := w.goroutines(t); now > before+20 {
			return fmt.Errorf("%d, before %d", now, before)
		}
		return nil
	})
	for _, email := range accounts {
		access := w.login(w.api(), email, password).Require(t, 200).Text("accessToken")
		w.ledger.record(email, func(r *record) { r.access = access })
	}
	checkEverything(t, w)
}

// approvedApplicants are n businesses whose approval has mailed them a code that they did not use.
func (w *world) approvedApplicants(t *testing.T, n int) []string {
	t.Helper()
	emails := make([]string, n)
	for i := range emails {
		emails[i] = someone("patient")
		if err := errors.Join(w.apply(t.Context(), w.api(), emails[i]), w.approve(t.Context(), w.asAdmin(), emails[i])); err != nil {
			t.Fatal(err)
		}
	}
	return emails
}

// floodResult is what a flood of logins came to.
type floodResult struct {
	logins     int
	statuses   map[int]int
	refusals   []time.Duration // how long each 503 and 429 took
	peakMemory int             // of the process, in bytes
}

// floodLogins sends 200 logins a second to the accounts in turn. One second after its begin, when
// the queue of hashes is full, each of the patients begins to set a password until it succeeds.
func floodLogins(t *testing.T, w *world, accounts, patients []string) floodResult {
	t.Helper()
	const perSecond = 200
	flood := time.Duration(scaled(4, 60)) * time.Second
	f := floodResult{logins: int(flood.Seconds() * perSecond), statuses: map[int]int{}}
	var (
		mu    sync.Mutex
		calls sync.WaitGroup
	)
	api := w.api()
	defer api.Close()
	login := func(email string) {
		began := time.Now()
		a, err := api.Try("POST", "/v1/auth/login", object{"email": email, "password": password})
		took := time.Since(began)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			t.Error(err)
		}
		f.statuses[a.Status]++
		if a.Status == 503 || a.Status == 429 {
			f.refusals = append(f.refusals, took)
			if a.Header.Get("Retry-After") == "" {
				t.Errorf("a %d without Retry-After", a.Status)
			}
		}
	}
	ticks := time.NewTicker(time.Second / perSecond)
	defer ticks.Stop()
	for i := range f.logins {
		<-ticks.C
		if n := i - perSecond; n >= 0 && n < len(patients) {
			calls.Go(func() {
				if err := w.setPassword(t.Context(), w.api(), patients[n]); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Go(func() { login(accounts[i%len(accounts)]) })
		f.peakMemory = max(f.peakMemory, w.memory(t))
	}
	calls.Wait()
	return f
}

// readUntil reads the caller's profile, one call after the other, until the function that it
// returns is called: that gives how long each took.
func readUntil(t *testing.T, caller *kit.API) (stop func() []time.Duration) {
	t.Helper()
	end, times := make(chan struct{}), make(chan []time.Duration)
	go func() {
		var taken []time.Duration
		for {
			select {
			case <-end:
				times <- taken
				return
			default:
			}
			began := time.Now()
			a, err := caller.Try("GET", "/v1/users/me", nil)
			if err != nil || a.Status != 200 {
				t.Errorf("a read beside the flood: %d %v", a.Status, err)
				<-end
			}
			taken = append(taken, time.Since(began))
		}
	}()
	return func() []time.Duration {
		close(end)
		return <-times
	}
}

func quantile(d []time.Duration, q float64) time.Duration {
	return slices.Sorted(slices.Values(d))[int(float64(len(d)-1)*q)]
}

// memory is what the first process holds, in bytes.
func (w *world) memory(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.replicas[0].Pid()))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	var kib int
	if _, err := fmt.Sscan(after, &kib); err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
