package backoffice

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/platform/auth"
	"orderd/test/kit"
)

// The list of what got stuck can be restricted to a consumer and to an event, and the consumers say
// how much of theirs waits.
func TestConsumersAndTheirDead(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const consumers, dead = "/v1/admin/events/consumers", "/v1/admin/events/dead"
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", consumers, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", consumers, nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "GET", consumers, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.name": "shop.stubborn", "data.0.pending": 0, "data.0.held": 0, "data.0.dead": 0, "data.0.lagSeconds": 0, "site": nil,
		})

		s.makeManyDead(t, 3)
		kit.Eventually(t, "the consumer has 3 dead deliveries", func() error {
			got := s.admin.Do(t, "GET", consumers, nil).Require(t, 200)
			if got.Number("data.0.dead") != 3 || got.Number("data.0.pending") != 3 || got.Number("data.0.lagSeconds") != 0 {
				return fmt.Errorf("%s", got.Body)
			}
			return nil
		})
		for query, want := range map[string]float64{
			"": 3, "?consumer=shop.stubborn": 3, "?name=" + role: 3, "?consumer=shop.stubborn&name=" + role: 3, "?consumer=&name=": 3,
			"?consumer=shop": 0, "?name=" + loggedIn: 0, "?consumer=shop.stubborn&name=" + loggedIn: 0,
		} {
			got := s.admin.Do(t, "GET", dead+query, nil).Require(t, 200)
			if got.Number("meta.total") != want || len(got.At("data").([]any)) != int(want) {
				t.Errorf("%s: %s", query, got.Body)
			}
		}
		long := strings.Repeat("x", 201)
		bad := s.admin.Do(t, "GET", dead+"?consumer="+long+"&name="+long, nil).Require(t, 422)
		if got := bad.Pointers(); !slices.Equal(slices.Sorted(slices.Values(got)), []string{"?consumer too_long", "?name too_long"}) {
			t.Error(got)
		}
	})
}
