package faults

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"testing"

	"orderd/platform/id"
	"orderd/test/kit"
)

// Under load one replica after the other is stopped and started again. No request fails but those
// whose connection is refused, which a proxy sends to the next replica. When TEST_ORDERD_OLD names
// the binary of a release, that binary is replaced: it runs beside the new one, and must work with
// the migrations of the new one.
func TestRollingRestart(t *testing.T) {
	t.Parallel()
	w := prepare(t, kit.PostgresURL(t), 2)
	for _, replica := range w.replicas {
		replica.Binary = cmp.Or(os.Getenv("TEST_ORDERD_OLD"), replica.Binary)
	}
	w.launch()
	email, access := w.customer("rolled")
	stop := w.startLoad(t, email, access)
	for range scaled(1, 10) {
		for _, replica := range w.replicas {
			if err := replica.Stop(); err != nil {
				t.Error(err)
			}
			replica.Binary = kit.Binary(t)
			replica.Start()
		}
	}
	t.Logf("%d calls", stop())
	checkEverything(t, w)
}

// startLoad reads and writes at both replicas, each call at the next one when its connection is
// refused, and fails the test when one has another answer than it must. stop ends it and gives the
// number of calls.
func (w *world) startLoad(t *testing.T, email, access string) (stop func() int) {
	t.Helper()
	var (
		workers sync.WaitGroup
		end     = make(chan struct{})
		calls   = make(chan int, 4)
	)
	for first := range cap(calls) {
		workers.Go(func() {
			n := 0
			defer func() { calls <- n }()
			for !endsWithin(end, 0) {
				applicant := someone("rolled")
				for _, call := range []struct {
					method, path string
					body         any
					want         int
				}{
					{"GET", "/v1/users/me", nil, 200},
					{"PATCH", "/v1/users/me", object{"fullName": fmt.Sprintf("Ada %d", n)}, 200},
					{"POST", "/v1/wholesale/apply", application(applicant), 201},
					{"GET", "/v1/notifications", nil, 200},
				} {
					n++
					answer, err := w.anyCaller(first+n, access, call.method, call.path, call.body)
					if err != nil || answer.Status != call.want {
						t.Errorf("%s %s: %d %s, %v", call.method, call.path, answer.Status, answer.Body, err)
						return
					}
					if tracking := answer.Text("trackingId"); tracking != "" {
						w.ledger.record(applicant, func(r *record) { r.tracking = tracking })
					}
				}
			}
		})
	}
	return func() (n int) {
		close(end)
		workers.Wait()
		for range cap(calls) {
			n += <-calls
		}
		return n
	}
}

// anyCaller calls one of the replicas, or the other when its connection is refused, with one key.
// The kernel refuses with a reset those that were waiting to be accepted when the listener closed.
func (w *world) anyCaller(first int, access, method, path string, body any) (answer kit.Answer, err error) {
	key := id.New()
	for i := range w.replicas {
		caller := w.at((first+i)%len(w.replicas)).As(access).With("Idempotency-Key", key)
		if answer, err = caller.Try(method, path, body); !errors.Is(err, syscall.ECONNREFUSED) && !errors.Is(err, syscall.ECONNRESET) {
			break
		}
	}
	return answer, err
}
