package faults

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// Many hostile clients, or clients with bad connections: some send nothing, a byte now and then, or
// 30 MiB, some do not read, some keep streams open. Meanwhile others are served, the service's
// memory is bounded, and it closes those connections by itself.
func TestBadClients(t *testing.T) {
	t.Parallel()
	w := prepare(t, kit.PostgresURL(t), 1)
	w.launch()
	email, access := w.customer("steady")
	goods := w.openShop(t)
	w.stockUp(t)
	before, heapBefore := w.goroutines(t), w.heap(t)
	reads := readUntil(t, w.api().As(access))

	closeStreams := w.streams(t, scaled(2, 20))
	w.holdConnections(t, scaled(200, 2000), "", "")
	w.holdConnections(t, scaled(200, 2000), "GET /v1/products HTTP/1.1\r\nHost: shop.test\r\nX-Slow: ", "x")
	w.holdConnections(t, scaled(100, 1000),
		"POST /v1/auth/login HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{", " ")
	w.holdConnections(t, scaled(30, 100), "GET /v1/admin/products/export HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer "+w.adminToken()+
		"\r\n\r\n", "")
	peak := w.sendHeavyBodies(t, access, scaled(4, 24))
	if err := w.buy(t.Context(), w.api(), email, goods, 0); err != nil {
		t.Error(err)
	}
	during := w.goroutines(t)
	closeStreams()

	// Bodies have 15 s, and so has a reader who takes nothing, once its end is full: a hundred exports
	// fill theirs two batches at a time.
	kit.Within(t, 2*time.Minute, "the service gets rid of bad clients", func() error {
		if now := w.goroutines(t); now > before+20 {
			return fmt.Errorf("%d goroutines, before %d", now, before)
		}
		return nil
	})
	times, heap := reads(), w.heap(t)
	t.Logf("%d goroutines, %d at most, %d after; reads p50 %v, p99 %v; peak memory %d MiB; heap %d MiB, %d after",
		before, during, w.goroutines(t), median(times), quantile(times, 0.99), peak>>20, heapBefore>>20, heap>>20)
	if p99 := quantile(times, 0.99); *full && p99 > time.Second {
		t.Errorf("reads took up to %v beside bad clients", p99)
	}
	if peak > scaled(400, 600)<<20 {
		t.Errorf("%d MiB of memory", peak>>20)
	}
	if heap > heapBefore+32<<20 {
		t.Errorf("%d MiB are kept, before %d", heap>>20, heapBefore>>20)
	}
	checkEverything(t, w)
}

// stockUp imports products whose export is larger than what two sockets take up between them.
func (w *world) stockUp(t *testing.T) {
	t.Helper()
	const files, rows = 5, 300
	for n := range files {
		var file strings.Builder
		file.WriteString("name,description,sku,price\n")
		for i := n * rows; i < (n+1)*rows; i++ {
			fmt.Fprintf(&file, "Tin %d,%s,TIN-%d,9.99\n", i, strings.Repeat("tin ", 1200), i)
		}
		done := w.asAdmin().With("Content-Type", "text/csv").Do(t, "POST", "/v1/admin/products/import", file.String()).Require(t, 200)
		if done.Number("saved") != rows {
			t.Fatalf("%.600s", done.Body)
		}
	}
}

// holdConnections opens n connections and sends the beginning of a request on each. Then comes
// drop, every half second, and nothing is read. They stay open on this side.
func (w *world) holdConnections(t *testing.T, n int, begin, drop string) {
	t.Helper()
	address := host(t, w.replicas[0].Base)
	for range n {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		if _, err := io.WriteString(conn, begin); err != nil {
			t.Fatal(err)
		}
		if drop == "" {
			continue
		}
		go func() {
			for _, err := io.WriteString(conn, drop); err == nil; _, err = io.WriteString(conn, drop) {
				<-time.After(500 * time.Millisecond)
			}
		}()
	}
}

// streams opens as many streams of notifications as n customers may have, and finds one more of
// each refused.
func (w *world) streams(t *testing.T, n int) (stop func()) {
	t.Helper()
	const each = 5
	ctx, cancel := context.WithCancel(t.Context())
	for range n {
		_, access := w.customer("watcher")
		for i := range each + 1 {
			answer := w.openStream(ctx, t, 0, access)
			if want := map[bool]int{false: 200, true: 429}[i == each]; answer.StatusCode != want {
				t.Errorf("stream %d of a customer: %s", i+1, answer.Status)
			}
		}
	}
	return cancel
}

// sendHeavyBodies sends n bodies of 30 MiB of each kind at once, and returns the most memory that
// the service held.
func (w *world) sendHeavyBodies(t *testing.T, access string, n int) (peak int) {
	t.Helper()
	body := make([]byte, 30<<20)
	// As curl does: who is refused at once need not send all of it.
	api := w.api().With("Expect", "100-continue")
	defer api.Close()
	var senders sync.WaitGroup
	for range n {
		for _, call := range []struct {
			caller *kit.API
			path   string
			media  string
			want   int
		}{
			{api, "/v1/auth/login", "application/json", 413},
			{api, "/v1/admin/products/import", "text/csv", 401},
			{api.As(access), "/v1/cart/items", "application/json", 413},
			{api.As(access), "/v1/admin/products/import", "text/csv", 403},
			{api.As(w.adminToken()), "/v1/admin/products/import", "text/csv", 422},
		} {
			senders.Go(func() {
				began := time.Now()
				answer, err := call.caller.With("Content-Type", call.media).Try("POST", call.path, body)
				if err != nil || answer.Status != call.want {
					t.Errorf("30 MiB to %s: %d %s, %v, want %d", call.path, answer.Status, answer.Body, err, call.want)
				}
				within := answerTime
				if call.want == 422 { // the file is read, and files take turns
					within = time.Minute
				}
				if took := time.Since(began); took > within {
					t.Errorf("30 MiB to %s took %v until %d", call.path, took, call.want)
				}
			})
		}
	}
	sent := make(chan struct{})
	go func() {
		senders.Wait()
		close(sent)
	}()
	for over := false; !over; over = endsWithin(sent, 20*time.Millisecond) {
		peak = max(peak, w.memory(t))
	}
	return peak
}

// heap is what the first process needs to keep, in bytes. It is looked at twice, because what a
// sync.Pool offers to the next user is given back at the second collection.
func (w *world) heap(t *testing.T) int {
	t.Helper()
	w.collect(t)
	return w.collect(t)
}

// collect has the first process collect its garbage, and is what its heap takes then, in bytes.
func (w *world) collect(t *testing.T) (n int) {
	t.Helper()
	answer, err := http.Get(w.replicas[0].Ops + "/debug/pprof/heap?gc=1&debug=1")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	profile, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(profile), "# HeapInuse = ")
	if _, err := fmt.Sscan(after, &n); err != nil {
		t.Fatal(err)
	}
	return n
}
