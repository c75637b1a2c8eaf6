package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptrace"
	"sync"
	"testing"
	"time"
)

// SIGTERM under load: every request that the service had begun is answered, nothing took effect
// without an answer, and the process exits with 0 within 15 s, open streams or not.
func TestStopUnderLoad(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		email, access := w.customer("stopped")
		if stream := w.openStream(t.Context(), t, 0, access); stream.StatusCode != http.StatusOK {
			t.Fatalf("stream: %s", stream.Status)
		}
		acknowledged := w.applyUntilClosed(t)

		// Slow requests, which hash a password, are under way for certain once the service has
		// asked for their bodies.
		var begun, slow sync.WaitGroup
		for range 4 { // a slow machine hashes them before it refuses one for want of a core
			begun.Add(1)
			slow.Go(func() {
				status, err := w.loginWhen(email, begun.Done)
				if err != nil || status != 200 {
					t.Errorf("a login under way at SIGTERM: %d, %v", status, err)
				}
			})
		}
		begun.Wait()
		if err := w.replicas[0].Stop(); err != nil {
			t.Error(err)
		}
		slow.Wait()
		done := acknowledged()
		for _, applicant := range query[string](w, "SELECT contact_email FROM wholesale_applications") {
			if !done[applicant] {
				t.Errorf("the application of %s took effect, and its answer was lost", applicant)
			}
			delete(done, applicant)
		}
		if len(done) > 0 {
			t.Errorf("acknowledged and lost: %v", done)
		}
		w.replicas[0].Start()
		checkEverything(t, w)
	})
}

// loginWhen logs in and calls begun when the service reads the body, that is, when it works on the
// request.
func (w *world) loginWhen(email string, begun func()) (status int, err error) {
	body, err := json.Marshal(object{"email": email, "password": password})
	if err != nil {
		return 0, err
	}
	trace := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{Got100Continue: begun})
	request, err := http.NewRequestWithContext(trace, "POST", w.replicas[0].Base+"/v1/auth/login", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Expect", "100-continue")
	client := http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute, DisableKeepAlives: true}, Timeout: 30 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

// applyUntilClosed submits applications over kept connections until the service takes none any
// more. The function that it returns waits for that and gives the applicants who were acknowledged.
func (w *world) applyUntilClosed(t *testing.T) func() map[string]bool {
	t.Helper()
	var (
		mu      sync.Mutex
		writers sync.WaitGroup
		done    = map[string]bool{}
		moving  = make(chan struct{}, 4)
	)
	for range cap(moving) {
		writers.Go(func() {
			caller := w.api()
			for first := true; ; first = false {
				applicant := someone("hurried")
				a, err := caller.Try("POST", "/v1/wholesale/apply", application(applicant))
				if err != nil {
					return // closed; whether this one took effect is looked up
				}
				if a.Status == 201 {
					mu.Lock()
					done[applicant] = true
					mu.Unlock()
				} else {
					t.Errorf("a write while stopping: %d %s", a.Status, a.Body)
				}
				if first {
					moving <- struct{}{}
				}
			}
		})
	}
	for range cap(moving) {
		<-moving
	}
	return func() map[string]bool {
		writers.Wait()
		return done
	}
}

// openStream asks a replica for the stream of a customer's notifications, which stays open until
// ctx or the test ends.
func (w *world) openStream(ctx context.Context, t *testing.T, replica int, access string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, "GET", w.replicas[replica].Base+"/v1/notifications/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+access)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}
