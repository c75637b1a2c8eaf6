package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"orderd/test/kit"
)

// A small heap is collected less often than by Go's rule, which is 100 %, unless the environment
// says when.
func TestGarbageCollection(t *testing.T) {
	t.Parallel()
	for env, expected := range map[string]func(percent int) bool{
		"GOGC=":           func(percent int) bool { return percent > 100 },
		"GOGC=150":        func(percent int) bool { return percent == 150 },
		"GOMEMLIMIT=1GiB": func(percent int) bool { return percent == 100 },
	} {
		t.Run(env, func(t *testing.T) {
			t.Parallel()
			p := kit.Serve(t, "ORDERD_DEV=true", env)
			answer, err := http.Get(p.Ops + "/metrics")
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			found, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			var percent int
			_, after, _ := strings.Cut(string(found), "\ngo_gc_gogc_percent ")
			if _, err := fmt.Sscan(after, &percent); err != nil || !expected(percent) {
				t.Errorf("the heap grows by %d %% (%v)", percent, err)
			}
		})
	}
}

// The first signal stops in order, which a request under way can draw out; the second one ends the
// process at once.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	p := kit.Serve(t, "ORDERD_DEV=true")
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.Base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprint(conn,
		"POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	signal := func() {
		if err := syscall.Kill(p.Pid(), syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	signal()
	kit.Eventually(t, "it is stopping", func() error {
		answer, err := http.Get(p.Ops + "/readyz")
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusServiceUnavailable {
			return fmt.Errorf("readyz: %s", answer.Status)
		}
		return nil
	})
	if !p.Alive() {
		t.Fatal("it did not wait for the request")
	}
	signal()
	kit.Eventually(t, "it has ended", func() error {
		if p.Alive() {
			return errors.New("it runs")
		}
		return nil
	})
}
