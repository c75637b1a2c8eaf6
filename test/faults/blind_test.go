package faults

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"orderd/test/kit"
)

// maxMedianDifference is how much the medians of known and unknown addresses may differ: 5 ms, or,
// where a machine is so slow that all takes long, a fifth.
func maxMedianDifference(known, unknown time.Duration) time.Duration {
	return max(5*time.Millisecond, min(known, unknown)/5)
}

// Neither an answer nor its time shows whether an address is known. The test measures time, so that
// it has the processors for itself (no t.Parallel).
func TestBlind(t *testing.T) {
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			w := prepare(t, kit.NewURL(t, dialect), 1)
			w.launch()
			// By whether they are unverified; several, for what counts by account.
			known := map[bool][]string{}
			for range 4 {
				verified, _ := w.customer("known")
				unverified := someone("known")
				if err := w.register(t.Context(), w.api(), unverified); err != nil {
					t.Fatal(err)
				}
				known[false], known[true] = append(known[false], verified), append(known[true], unverified)
			}
			for _, operation := range []struct {
				path string
				// body asks about an address; known ones have an account but where unverified is
				// set: those have registered only.
				body       func(email string) object
				unverified bool
			}{
				{path: "/v1/auth/login", body: func(email string) object { return object{"email": email, "password": "not the password"} }},
				{path: "/v1/auth/register", body: func(email string) object {
					return object{"email": email, "password": password, "fullName": "Ada Lovelace"}
				}},
				{path: "/v1/auth/forgot-password", body: func(email string) object { return object{"email": email} }},
				{path: "/v1/auth/resend-code", body: func(email string) object { return object{"email": email} }},
				{path: "/v1/auth/resend-code", body: func(email string) object { return object{"email": email} }, unverified: true},
				{path: "/v1/auth/verify-email", body: func(email string) object { return object{"email": email, "code": "000000"} }, unverified: true},
				{path: "/v1/auth/set-password", body: func(email string) object {
					return object{"email": email, "code": "00000000", "password": password}
				}},
			} {
				name := operation.path[len("/v1/auth/"):]
				if operation.unverified {
					name += " unverified"
				}
				t.Run(name, func(t *testing.T) {
					compareKnownAndUnknown(t, w.api(), operation.path, operation.body, known[operation.unverified])
				})
			}
		})
	}
}

// compareKnownAndUnknown calls for known and unknown addresses in turn and compares the answers,
// and then their times: until the medians are as near as promised, or, on a busy machine, until 400
// samples say that they are not.
func compareKnownAndUnknown(t *testing.T, caller *kit.API, path string, body func(email string) object, known []string) {
	t.Helper()
	var times [2][]time.Duration
	for n := 0; ; n++ {
		addresses := [2]string{known[n%len(known)], someone("known")} // both as long
		var shapes [2]string
		for _, side := range []int{n % 2, 1 - n%2} {
			payload := body(addresses[side])
			began := time.Now()
			a := caller.Do(t, "POST", path, payload)
			times[side] = append(times[side], time.Since(began))
			shapes[side] = answerShape(a)
		}
		if shapes[0] != shapes[1] {
			t.Fatalf("the answers for a known and an unknown address differ:\n%s\n%s", shapes[0], shapes[1])
		}
		if n < 30 {
			continue
		}
		a, b := median(times[0]), median(times[1])
		if (a - b).Abs() <= maxMedianDifference(a, b) {
			t.Logf("known %v, unknown %v after %d", a, b, n)
			return
		}
		if n == 400 {
			t.Fatalf("medians differ: known %v, unknown %v", a, b)
		}
	}
}

func median(d []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(d))[len(d)/2]
}

// answerShape is what an answer looks like, without its values: status, names of the headers, names
// and lengths of the fields.
func answerShape(a kit.Answer) string {
	var body map[string]any
	if err := json.Unmarshal(a.Body, &body); err != nil {
		return err.Error()
	}
	s := fmt.Sprintln(a.Status, slices.Sorted(maps.Keys(a.Header)))
	for _, name := range slices.Sorted(maps.Keys(body)) {
		value := fmt.Sprint(body[name])
		if name == "email" {
			value = "" // the caller's own word
		}
		s += fmt.Sprintf("%s %T %d\n", name, body[name], len(value))
	}
	return s
}
