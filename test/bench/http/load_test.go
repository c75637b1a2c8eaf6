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

// drive sends the request over n kept connections, each as fast as it is answered, for the time d. It speaks HTTP/1.1
// by hand: net/http's client would cost more than the servers under test.
func drive(b *testing.B, addr, request string, n int, d time.Duration) load {
	b.Helper()
	var (
		mu      sync.Mutex
		all     load
		end     = time.Now().Add(d)
		workers sync.WaitGroup
	)
	for range n {
		workers.Go(func() {
			times, err := converse(addr, request, end)
			if err != nil {
				b.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			all.times = append(all.times, times...)
		})
	}
	workers.Wait()
	all.rate = float64(len(all.times)) / d.Seconds()
	return all
}

func converse(addr, request string, end time.Time) (times []time.Duration, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	answers, raw := bufio.NewReader(conn), []byte(request)
	for began := time.Now(); began.Before(end); {
		if _, err := conn.Write(raw); err != nil {
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

// skipAnswer reads one answer, which must be a 200 with a Content-Length.
func skipAnswer(r *bufio.Reader) error {
	length := -1
	for first := true; ; first = false {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return err
		}
		if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) {
			return fmt.Errorf("answer: %s", line)
		}
		if len(line) == 2 {
			break
		}
		if name, value, _ := strings.Cut(string(line), ":"); strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return err
			}
		}
	}
	_, err := r.Discard(length)
	return err
}
