package loyalty

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestWorthIsExact(t *testing.T) {
	t.Parallel()
	for points, want := range map[pointsValue]string{
		0: "0", 1: "0.00375", 8: "0.03", 500: "1.875", 501: "1.87875", 2000: "7.5", 800: "3", 266_667: "1000.00125", 1_000_000_000: "3750000",
	} {
		if got, err := json.Marshal(points); err != nil || string(got) != want {
			t.Errorf("%d points: %s, %v, want %s", points, got, err, want)
		}
	}
}

func TestSummary(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.API.Do(t, "GET", "/v1/loyalty/summary", nil).Require(t, 401, "unauthenticated")
		got := s.user.Do(t, "GET", "/v1/loyalty/summary", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"availablePoints": 0, "discountValue": 0})
		if got.Text("memberSince") == "" {
			t.Errorf("a new member: %s", got.Body)
		}
		s.give(t, 1120)
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 200)
		got = s.user.Do(t, "GET", "/v1/loyalty/summary", nil).Require(t, 200)
		if !strings.HasPrefix(string(got.Body), `{"availablePoints":620,"pointsEarned":1120,"pointsRedeemed":500,"memberSince":"`) ||
			!strings.HasSuffix(strings.TrimSpace(string(got.Body)), `"discountValue":2.325}`) {
			t.Errorf("summary: %s", got.Body)
		}
		other, _ := s.As(t, auth.RoleCustomer)
		other.Do(t, "GET", "/v1/loyalty/summary", nil).Require(t, 200).RequireFields(t, kit.Fields{"availablePoints": 0, "memberSince": nil})
	})
}

func TestShare(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var products []string
		for range 7 {
			products = append(products, s.product(t, "active"))
		}
		s.API.Do(t, "POST", "/v1/loyalty/share", body{"productId": products[0]}).Require(t, 401, "unauthenticated")
		for _, unknown := range []string{id.New(), s.product(t, "draft"), s.product(t, "archived")} {
			s.user.Do(t, "POST", "/v1/loyalty/share", body{"productId": unknown}).Require(t, 404, "product_not_found")
		}
		for pointer, b := range map[string]body{
			"/productId required": {}, "/productId wrong_type": {"productId": 5}, "/productId bad_format": {"productId": "moka"},
			"/points unexpected_field": {"productId": products[0], "points": 500},
		} {
			if got := s.user.Do(t, "POST", "/v1/loyalty/share", b).Require(t, 422); !slices.Equal(got.Pointers(), []string{pointer}) {
				t.Errorf("%v: %v", b, got.Pointers())
			}
		}

		log := eventbustest.Record(t, s.DB)
		share := func(productID string, awarded, available float64) {
			t.Helper()
			got := s.user.Do(t, "POST", "/v1/loyalty/share", body{"productId": productID}).Require(t, 201)
			got.RequireFields(t, kit.Fields{"productId": productID, "pointsAwarded": awarded, "availablePoints": available})
			if got.Text("sharedAt") == "" {
				t.Errorf("shared: %s, want %v points of %v", got.Body, awarded, available)
			}
		}
		share(products[0], 50, 50)
		share(products[0], 0, 50)
		// An id in capitals, which PostgreSQL takes for the same.
		s.user.Do(t, "POST", "/v1/loyalty/share", body{"productId": strings.ToUpper(products[0])}).Require(t, 422)
		for i, productID := range products[1:5] {
			share(productID, 50, float64(100+50*i))
		}
		share(products[5], 0, 250)
		s.Clock.Advance(24*time.Hour + time.Second)
		// The first token has expired.
		s.user = s.AsUser(t, auth.Principal{UserID: s.userID, SessionID: id.New(), Role: auth.RoleCustomer})
		share(products[0], 50, 300)
		share(products[5], 50, 350)

		if published := eventbustest.Of[events.PointsChanged](log); len(published) != 7 || published[0].Reference != products[0] ||
			published[0].Kind != events.EntryShare || published[6].Balance != 350 {
			t.Errorf("announced %+v", published)
		}
		s.requireLedger(t)
	})
}

func TestSharingAtOnceAwardsOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		productID := s.product(t, "active")
		codes := kit.StatusesAtOnce(t, 16, func(int) (kit.Answer, error) {
			return s.user.Try("POST", "/v1/loyalty/share", body{"productId": productID})
		})
		if codes[201] != 16 || s.balance(t) != sharePoints {
			t.Errorf("%v, %d points", codes, s.balance(t))
		}
		s.requireLedger(t)
	})
}

func TestRedeem(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.API.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 401, "unauthenticated")
		// Without any points.
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 409, "insufficient_points")
		s.give(t, 1001)
		for _, bad := range []struct {
			body any
			want string
		}{
			{body{}, "/points required"}, {body{"points": nil}, "/points wrong_type"}, {body{"points": "500"}, "/points wrong_type"},
			{body{"points": 500.5}, "/points wrong_type"}, {body{"points": 499}, "/points out_of_range"},
			{body{"points": 0}, "/points out_of_range"},
			{body{"points": -500}, "/points out_of_range"}, {body{"points": 500, "value": 9}, "/value unexpected_field"},
		} {
			if got := s.user.Do(t, "POST", "/v1/loyalty/redeem", bad.body).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v", bad.body, got.Pointers())
			}
		}
		s.user.Do(t, "POST", "/v1/loyalty/redeem", `{"points":`).Require(t, 400, "malformed_json")
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 1002}).Require(t, 409, "insufficient_points")

		log := eventbustest.Record(t, s.DB)
		got := s.user.With("Idempotency-Key", "one").Do(t, "POST", "/v1/loyalty/redeem", `{"points": 501.0}`).Require(t, 200)
		if want := `{"pointsRedeemed":501,"discountValue":1.87875,"remainingPoints":500}`; strings.TrimSpace(string(got.Body)) != want {
			t.Errorf("redeemed: %s, want %s", got.Body, want)
		}
		again := s.user.With("Idempotency-Key", "one").Do(t, "POST", "/v1/loyalty/redeem", `{"points": 501.0}`).Require(t, 200)
		if string(again.Body) != string(got.Body) || s.balance(t) != 500 {
			t.Errorf("the same again: %s, balance %d", again.Body, s.balance(t))
		}

		vouchers := s.user.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200)
		vouchers.RequireFields(t, kit.Fields{"meta.total": 1, "data.0.value": 1.87875, "data.0.points": 501, "data.0.status": "available"})
		if !strings.HasPrefix(vouchers.Text("data.0.code"), "PTS-") {
			t.Errorf("vouchers: %s", vouchers.Body)
		}
		var v voucher
		var e entry
		if err := s.DB.Take(&v).Error; err != nil {
			t.Fatal(err)
		}
		if err := s.DB.Where("kind = ?", events.EntryRedeem).Take(&e).Error; err != nil {
			t.Fatal(err)
		}
		log.RequireExactly(t,
			events.PointsChanged{EntryID: e.ID, UserID: s.userID, Kind: events.EntryRedeem, Points: -501, Balance: 500, Reference: v.ID},
			events.VoucherIssued{VoucherID: v.ID, UserID: s.userID, Code: v.Code, Points: 501, ExpiresAt: v.CreatedAt.Add(365 * 24 * time.Hour)})
		s.requireLedger(t)
	})
}

// Red without the guard in postEntry: the balance would go below what the CHECK allows, and the
// answer would be a 500.
func TestRedeemingAtOnceNeverOverdraws(t *testing.T) {
	each(t, func(t *testing.T, s *setup) { s.redeemAtOnce(t, s.user) })
}

func TestRedeemingAtOnceInTwoProcessesNeverOverdraws(t *testing.T) {
	t.Parallel()
	s := newSetup(t, moduletest.Postgres(t, build))
	s.redeemAtOnce(t, s.user, s.Replica(t).AsUser(t, auth.Principal{UserID: s.userID, SessionID: id.New(), Role: auth.RoleCustomer}))
}

func (s *setup) redeemAtOnce(t *testing.T, callers ...*kit.API) {
	t.Helper()
	s.give(t, 2600)
	codes := kit.StatusesAtOnce(t, 32, func(i int) (kit.Answer, error) {
		return callers[i%len(callers)].Try("POST", "/v1/loyalty/redeem", body{"points": 500})
	})
	if codes[200] != 5 || codes[409] != 27 || s.balance(t) != 100 {
		t.Errorf("%v, balance %d: want five 200 and 100 points", codes, s.balance(t))
	}
	s.requireLedger(t)
}

func TestVoucherFollowsOrdering(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.give(t, 500)
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 200)
		var v voucher
		if err := s.DB.Take(&v).Error; err != nil {
			t.Fatal(err)
		}
		later := v.ExpiresAt.Add(7 * 24 * time.Hour)
		for _, status := range []ordering.VoucherStatus{"spent", "available", "expired"} {
			s.Publish(t, ordering.VoucherSettled{VoucherID: v.ID, UserID: s.userID, Status: status, ExpiresAt: later})
			got := s.user.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200)
			got.RequireFields(t, kit.Fields{"data.0.status": string(status), "data.0.expiresAt": later.Format("2006-01-02T15:04:05.000Z")})
		}
		s.API.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 401, "unauthenticated")
		if got := s.admin.Do(t, "GET", "/v1/loyalty/vouchers", nil).Require(t, 200); got.Number("meta.total") != 0 {
			t.Errorf("another's: %s", got.Body)
		}
	})
}
