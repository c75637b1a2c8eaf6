package faults

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/test/kit"
)

// maxMedianDifference is how much the medians of known and unknown addresses may differ: 5 ms, or,
// where a machine is so slow that all takes long, a fifth.
func maxMedianDifference(known, unknown time.Duration) time.Duration {
	return max(5*time.Millisecond, min(known, unknown)/5)
}

// Neither an answer nor its time shows whether an address, or a guest's order, is known. The test
// measures time, so that it has the processors for itself (no t.Parallel).
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
					emails := known[operation.unverified]
					compareKnownAndUnknown(t, w.api(), operation.path, func(n int) (known, unknown object) {
						return operation.body(emails[n%len(emails)]), operation.body(someone("known")) // both as long
					})
				})
			}
			shop := w.openShop(t)
			w.compareLookups(t, shop)
			w.compareWithdrawals(t, shop)
		})
	}
}

// compareLookups compares look-ups of guests' orders with those of an email that has none, and of a
// number that no order has.
func (w *world) compareLookups(t *testing.T, shop goods) {
	t.Helper()
	var emails, numbers []string
	for range 4 {
		emails = append(emails, someone("known"))
		placed, _ := w.guestOrder(t, w.api(), shop, emails[len(emails)-1])
		numbers = append(numbers, placed.Text("number"))
	}
	made := func(n int) string { return fmt.Sprintf("ORD-%010d", n) }
	for _, path := range []string{"/v1/orders/lookup", "/v1/orders/lookup/verify"} {
		asked := func(number, email string) object {
			b := object{"number": number, "email": email}
			if strings.HasSuffix(path, "verify") {
				b["code"] = "00000000"
			}
			return b
		}
		t.Run(path[len("/v1/orders/"):]+" by email", func(t *testing.T) {
			compareKnownAndUnknown(t, w.api(), path, func(n int) (known, unknown object) {
				number := numbers[n%len(numbers)]
				return asked(number, emails[n%len(emails)]), asked(number, someone("known"))
			})
		})
		t.Run(path[len("/v1/orders/"):]+" by number", func(t *testing.T) {
			compareKnownAndUnknown(t, w.api(), path, func(n int) (known, unknown object) {
				email := emails[n%len(emails)]
				return asked(numbers[n%len(numbers)], email), asked(made(n), email)
			})
		})
	}
}

// compareWithdrawals compares withdrawals from orders with those from numbers that no order has,
// and with an email that is not the order's.
func (w *world) compareWithdrawals(t *testing.T, shop goods) {
	t.Helper()
	email := someone("known")
	placed, _ := w.guestOrder(t, w.api(), shop, email)
	number := placed.Text("number")
	declared := func(number, email string) object {
		return object{"orderNumber": number, "fullName": "Ada Lovelace", "email": email}
	}
	t.Run("withdrawals by number", func(t *testing.T) {
		compareKnownAndUnknown(t, w.api(), "/v1/withdrawals", func(n int) (known, unknown object) {
			return declared(number, email), declared(fmt.Sprintf("ORD-%010d", n), email)
		})
	})
	t.Run("withdrawals by email", func(t *testing.T) {
		compareKnownAndUnknown(t, w.api(), "/v1/withdrawals", func(int) (known, unknown object) {
			return declared(number, email), declared(number, someone("known"))
		})
	})
}

// compareKnownAndUnknown asks for what is known and what is not and compares the answers, and then
// their times: until the medians are as near as promised, or, on a busy machine, until 400 samples
// say that they are not. Which of the two comes first is drawn: in a fixed order what the process
// does after each so many hashes, such as freeing their memory, always falls on the same one.
func compareKnownAndUnknown(t *testing.T, caller *kit.API, path string, ask func(n int) (known, unknown object)) {
	t.Helper()
	var times [2][]time.Duration
	draw := rand.New(rand.NewPCG(seed, 0))
	for n := 0; ; n++ {
		var bodies [2]object
		bodies[0], bodies[1] = ask(n)
		var shapes [2]string
		for _, side := range draw.Perm(2) {
			payload := bodies[side]
			began := time.Now()
			a := caller.Do(t, "POST", path, payload)
			times[side] = append(times[side], time.Since(began))
			shapes[side] = answerShape(a)
		}
		if shapes[0] != shapes[1] {
			t.Fatalf("the answers for what is known and what is not differ:\n%s\n%s", shapes[0], shapes[1])
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
