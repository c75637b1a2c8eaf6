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
// go on, memory and goroutines stay bounded, and whoever comes back with a code until there is room
// has lost no attempt at it.
func TestLoginFlood(t *testing.T) {
	undisturbed(t)
	w := prepare(t, kit.PostgresURL(t), 1)
	w.launch()
	accounts := make([]string, 10)
	for i := range accounts {
		accounts[i], _ = w.customer("flooded")
	}
	access := w.token(t, accounts[0])
	patients := make([]string, 6)
	for i := range patients {
		patients[i] = someone("patient")
		if err := errors.Join(w.apply(t.Context(), w.api(), patients[i]), w.approve(t.Context(), w.asAdmin(), patients[i])); err != nil {
			t.Fatal(err)
		}
	}
	before := w.goroutines(t)

	const perSecond, memory = 200, 400 << 20 // bytes
	flood := time.Duration(often(4, 60)) * time.Second
	var (
		mu       sync.Mutex
		statuses = map[int]int{}
		refusals []time.Duration
		logins   sync.WaitGroup
	)
	api := w.api()
	reads := readUntil(t, w.api().As(access))
	ticks := time.NewTicker(time.Second / perSecond)
	defer ticks.Stop()
	peak := 0
	for i := range int(flood.Seconds() * perSecond) {
		<-ticks.C
		email := accounts[i%len(accounts)]
		if n := i - perSecond; n >= 0 && n < len(patients) { // after a second the queue is full
			logins.Go(func() {
				if err := w.setPassword(t.Context(), w.api(), patients[n]); err != nil {
					t.Error(err)
				}
			})
		}
		logins.Go(func() {
			began := time.Now()
			a, err := api.Try("POST", "/v1/auth/login", object{"email": email, "password": password})
			took := time.Since(began)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			statuses[a.Status]++
			if a.Status == 503 || a.Status == 429 {
				refusals = append(refusals, took)
				if a.Header.Get("Retry-After") == "" {
					t.Errorf("a %d without Retry-After", a.Status)
				}
			}
		})
		peak = max(peak, w.memory(t))
	}
	logins.Wait()
	api.Close()
	times := reads()
	t.Logf("logins %v, refused in p50 %v; reads p50 %v, p99 %v; peak memory %d MiB", statuses, median(refusals), median(times), quantile(times, 0.99), peak>>20)

	if statuses[200] == 0 || statuses[200]+statuses[503]+statuses[429] != int(flood.Seconds()*perSecond) {
		t.Errorf("logins: %v", statuses)
	}
	// The bounds are far below what waiting for a core would take, and far above what a busy
	// machine adds.
	if len(refusals) > 0 && median(refusals) > time.Second {
		t.Errorf("a refusal takes %v", median(refusals))
	}
	if p99 := quantile(times, 0.99); p99 > 2*time.Second {
		t.Errorf("reads took up to %v beside the flood", p99)
	}
	if peak > memory {
		t.Errorf("%d MiB of memory", peak>>20)
	}
	kit.Within(t, 30*time.Second, "the goroutines come back", func() error {
		if now := w.goroutines(t); now > before+20 {
			return fmt.Errorf("%d, before %d", now, before)
		}
		return nil
	})
	check(t, w)
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
