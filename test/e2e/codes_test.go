package e2e

import (
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"orderd/test/kit"
)

// A promotion code can't be found by guessing: codes that can't be used are limited by user and by
// guest's cart, and those of all guests of a network together. Codes that can be used do not count,
// and the guesses of others do not keep a user from using one. The limit of guests is of a day: one
// of an hour would have one more every 36 s.
func TestCodesAreNotGuessed(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, _ := s.newProduct("Moka pot")
		s.admin.Do(t, "POST", "/v1/admin/promotions", object{"code": "SPRING", "kind": "percent", "value": 10, "active": true}).Require(t, 201)
		use := func(caller *kit.API, code string) kit.Answer {
			t.Helper()
			return caller.Do(t, "POST", "/v1/cart/discounts", object{"code": code})
		}
		right := func(caller *kit.API) {
			t.Helper()
			use(caller, "SPRING").Require(t, 200)
			caller.Do(t, "DELETE", "/v1/cart/discounts/SPRING", nil).Require(t, 200)
		}
		fill := func(caller *kit.API) *kit.API {
			t.Helper()
			caller.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(t, 201)
			return caller
		}
		guest := func() *kit.API {
			t.Helper()
			return fill(s.api.With("X-Cart-Token", s.api.Do(t, "POST", "/v1/carts", nil).Require(t, 201).Text("cartToken")))
		}

		ada, mallory := fill(s.customer("ada").API), fill(s.customer("mallory").API)
		for range 25 {
			right(mallory)
		}
		if got, want := guessAtOnce(mallory, 40), map[string]int{"409 code_not_applicable<nil>": 20,
			"429 rate_limited<nil>": 20}; !maps.Equal(got, want) {
			t.Errorf("40 guesses at once: %v, want %v", got, want)
		}
		if a := use(mallory, "SPRING").Require(t, 429, "rate_limited"); a.Header.Get("Retry-After") == "" {
			t.Error(a.Header)
		}
		right(ada)

		for range 5 { // a guest makes one cart after another
			g := guest()
			for i := range 20 {
				use(g, fmt.Sprint("GUESS", i)).Require(t, 409, "code_not_applicable")
			}
			use(g, "SPRING").Require(t, 429, "rate_limited")
		}
		last := guest()
		use(last, "SPRING").Require(t, 429, "rate_limited")
		right(ada)
		s.advance(time.Hour)
		right(last)
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_LIMITS_PROMOTION_CODES_ANONYMOUS=100/24h")
}

// guessAtOnce tries n wrong codes at the same time and counts the answers.
func guessAtOnce(caller *kit.API, n int) map[string]int {
	var (
		mu      sync.Mutex
		guesses sync.WaitGroup
		got     = map[string]int{}
	)
	for i := range n {
		guesses.Go(func() {
			a, err := kit.Patiently(func() (kit.Answer, error) {
				return caller.Try("POST", "/v1/cart/discounts", object{"code": fmt.Sprint("GUESS", i)})
			})
			mu.Lock()
			defer mu.Unlock()
			got[fmt.Sprint(a.Status, " ", a.Text("code"), err)]++
		})
	}
	guesses.Wait()
	return got
}
