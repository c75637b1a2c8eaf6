package webhooks

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"orderd/platform/clock"
	"orderd/platform/outbound"
)

// attemptPiped is an attempt of a worker at a receiver whose connection respond writes to.
func attemptPiped(t *testing.T, respond func(c net.Conn)) result {
	t.Helper()
	transport := outbound.NewTransport(new(net.Dialer), 1)
	transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			q, err := http.ReadRequest(bufio.NewReader(server))
			if err == nil {
				_, err = io.Copy(io.Discard, q.Body)
			}
			if err == nil {
				respond(server)
			}
		}()
		return client, nil
	}
	defer transport.CloseIdleConnections()
	w := &worker{
		deliverer: &deliverer{Deps: Deps{Clock: clock.System()}, transport: transport, attempts: newAttemptMetrics(nil)}, sendCtx: t.Context(),
	}
	now := time.Now()
	return w.attempt(signedDelivery{
		delivery: delivery{DueAt: now.Add(lease)}, request: newRequest("http://receiver.test/", "e", []byte("{}"), []signingKey{[]byte("k")},
			now),
	})
}

// awaitHangUp waits until the client closes the connection, at most d.
func awaitHangUp(c net.Conn, d time.Duration) {
	_ = c.SetReadDeadline(time.Now().Add(d))
	_, _ = c.Read(make([]byte, 1))
}

// A receiver has ten seconds for the status of its answer.
func TestAnswersInTime(t *testing.T) {
	t.Parallel()
	const head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
	for name, row := range map[string]struct {
		silent time.Duration // before the head of the answer; its body never ends
		err    attemptError
		took   time.Duration
	}{
		"at once":     {0, "", 10 * time.Second},
		"after 9.9 s": {9900 * time.Millisecond, "", 10 * time.Second},
		"after 10 s":  {10*time.Second + time.Millisecond, errorTimeout, 10 * time.Second},
		"never":       {time.Hour, errorTimeout, 10 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			got := attemptPiped(t, func(c net.Conn) {
				awaitHangUp(c, row.silent)
				_, _ = io.WriteString(c, head+"so far")
				awaitHangUp(c, time.Hour)
			})
			if got.err != row.err || got.ok() != (row.err == "") || got.isOutage() != (row.err != "") || got.duration != row.took {
				t.Errorf("%s: %q after %v, ok %v", name, got.err, got.duration, got.ok())
			}
			if got.ok() && (got.statusCode != 200 || got.response != "so far") {
				t.Errorf("%s: %d %q", name, got.statusCode, got.response)
			}
		})
	}
}

// An answer without end costs neither memory nor time: 4 KiB of it are read, and 1 KiB is kept.
func TestEndlessAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sent := make(chan int, 1)
		got := attemptPiped(t, func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
			n := 0
			for err := error(nil); err == nil; {
				var more int
				more, err = c.Write(bytes.Repeat([]byte("x"), 1<<10))
				n += more
			}
			sent <- n
		})
		const buffer = 4 << 10 // that a connection reads ahead
		if n := <-sent; n > maxAnswer+buffer {
			t.Errorf("%d bytes were taken", n)
		}
		if !got.ok() || got.duration != 0 || len(got.response) != maxResponse {
			t.Errorf("%q after %v, %d bytes kept", got.err, got.duration, len(got.response))
		}
	})
}
