package http

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// load is what a number of connections got from a server within some time.
type load struct {
	rate  float64 // answers a second
	times []time.Duration
}

func (l load) quantile(q float64) time.Duration {
	return slices.Sorted(slices.Values(l.times))[int(float64(len(l.times)-1)*q)]
}

// requests gives the next request of a load, nil after the last one; several connections ask at
// once.
type requests func() []byte

// again is one request for ever.
func again(request string) requests {
	raw := []byte(request)
	return func() []byte { return raw }
}

// drive sends requests over n kept connections, each as fast as it is answered, for the time d. It
// speaks HTTP/1.1 by hand: net/http's client would cost more than the servers under test.
func drive(b testing.TB, addr string, next requests, n int, d time.Duration) load {
	b.Helper()
	var (
		mu      sync.Mutex
		all     load
		end     = time.Now().Add(d)
		workers sync.WaitGroup
	)
	for range n {
		workers.Go(func() {
			times, err := converse(addr, next, end)
			mu.Lock()
			defer mu.Unlock()
			if err != nil && !b.Failed() { // the others are no better
				b.Error(err)
			}
			all.times = append(all.times, times...)
		})
	}
	workers.Wait()
	if b.Failed() {
		b.FailNow()
	}
	all.rate = float64(len(all.times)) / d.Seconds()
	return all
}

func converse(addr string, next requests, end time.Time) (times []time.Duration, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	answers := bufio.NewReader(conn)
	for began := time.Now(); began.Before(end); {
		request := next()
		if request == nil {
			break
		}
		if _, err := conn.Write(request); err != nil {
			return nil, err
		}
		if err := skipAnswer(answers); err != nil {
			return nil, err
		}
		now := time.Now()
		times = append(times, now.Sub(began))
		began = now
	}
	return times, nil
}

// skipAnswer reads one answer, which must be a success, or a 304, with the length of its body.
func skipAnswer(r *bufio.Reader) error {
	length, status := -1, ""
	for first := true; ; first = false {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return err
		}
		if first {
			status = strings.TrimSpace(string(line))
		}
		if len(line) == 2 {
			break
		}
		if name, value, _ := bytes.Cut(line, []byte(":")); bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		}
	}
	switch {
	case strings.HasPrefix(status, "HTTP/1.1 304"):
		return nil
	case length < 0:
		return fmt.Errorf("answer without a length: %s", status)
	case strings.HasPrefix(status, "HTTP/1.1 2"):
		_, err := r.Discard(length)
		return err
	}
	body := make([]byte, min(length, 500))
	_, _ = r.Read(body)
	return fmt.Errorf("answer: %s %s", status, body)
}
