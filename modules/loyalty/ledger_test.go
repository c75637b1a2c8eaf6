package loyalty

import (
	"slices"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/modules/loyalty/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestOrdersEarnAndReturnsTakeBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := orderOf(s.userID)
		small := orderOf(s.userID)
		s.Publish(t, ordering.OrderEarned{Order: o, Goods: 60_99}, ordering.OrderEarned{Order: small, Goods: 99})
		if got := s.balance(t); got != 600 {
			t.Fatalf("60.99 EUR earned %d points", got)
		}
		back := ordering.ReturnReceived{Order: o, ReturnID: id.New(), GoodsBefore: 60_99, GoodsAfter: 60_00, ReceivedAt: s.Clock.Now()}
		s.Publish(t, back) // had not earned yet
		back.Earned = true
		s.Publish(t, back) // the floors are the same
		if got := s.balance(t); got != 600 {
			t.Errorf("nothing that earned came back, and %d points are left", got)
		}
		back.GoodsBefore, back.GoodsAfter = 60_00, 50_01
		s.Publish(t, back)
		if got := s.balance(t); got != 500 {
			t.Errorf("after 9.99 EUR came back: %d points", got)
		}
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 200)
		back.GoodsBefore, back.GoodsAfter = 50_01, 0
		s.Publish(t, back)

		got := s.user.Do(t, "GET", "/v1/loyalty/history", nil).Require(t, 200)
		var history struct {
			Data []struct {
				Kind            events.EntryKind
				Points, Balance int64
				Reference, Note *string
			}
		}
		got.Decode(t, &history)
		var kinds []events.EntryKind
		for _, e := range history.Data {
			kinds = append(kinds, e.Kind)
		}
		if !slices.Equal(kinds, []events.EntryKind{events.EntryReversal, events.EntryRedeem, events.EntryReversal, events.EntryOrder}) {
			t.Fatalf("history: %s", got.Body)
		}
		if last := history.Data[0]; last.Points != -500 || last.Balance != 0 || *last.Reference != o.OrderID ||
			*last.Note != "500 of 500 points were no longer there. They are taken from unspent vouchers, else from the next points." {
			t.Errorf("what could not be taken back: %s", got.Body)
		}
		s.requireLedger(t)
		s.API.Do(t, "GET", "/v1/loyalty/history", nil).Require(t, 401, "unauthenticated")
	})
}

// A delivery that the bus makes twice finds the entry of its event.
func TestAnEventCountsOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.Publish(t, ordering.OrderEarned{Order: orderOf(s.userID), Goods: 10_00})
		var e entry
		if err := s.DB.Take(&e).Error; err != nil {
			t.Fatal(err)
		}
		if _, apply, err := lockForEvent(s.DB, s.userID, *e.EventID); err != nil || apply {
			t.Errorf("the event would count again: %v, %v", apply, err)
		}
		twin := entry{
			ID: id.New(), UserID: s.userID, Number: 2, Kind: events.EntryOrder, Points: 1, Balance: 101, EventID: e.EventID, CreatedAt: e.CreatedAt,
		}
		if err := s.DB.Create(&twin).Error; err == nil {
			t.Error("the database takes a second entry of an event")
		}
	})
}

func TestAdjust(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		p, valid := adjustPath(s.userID), body{"points": 250, "reason": " For the late parcel. "}
		s.API.Do(t, "POST", p, valid).Require(t, 401, "unauthenticated")
		s.user.Do(t, "POST", p, valid).Require(t, 403, "forbidden")
		for _, unknown := range []string{id.New(), "no-id"} {
			s.admin.Do(t, "POST", adjustPath(unknown), valid).Require(t, 404, "not_found")
		}
		for _, bad := range []struct {
			body body
			want string
		}{
			{body{"reason": "x"}, "/points required"}, {body{"points": 0, "reason": "x"}, "/points out_of_range"},
			{body{"points": 1.5, "reason": "x"}, "/points wrong_type"}, {body{"points": 1_000_001, "reason": "x"}, "/points out_of_range"},
			{body{"points": 1}, "/reason required"}, {body{"points": 1, "reason": " "}, "/reason required"},
			{body{"points": 1, "reason": strings.Repeat("x", 2001)}, "/reason too_long"},
		} {
			if got := s.admin.Do(t, "POST", p, bad.body).Require(t, 422); !slices.Equal(got.Pointers(), []string{bad.want}) {
				t.Errorf("%v: %v", bad.body, got.Pointers())
			}
		}
		s.admin.Do(t, "POST", p, body{"points": -1, "reason": "x"}).Require(t, 409, "insufficient_points")

		log := eventbustest.Record(t, s.DB)
		got := s.admin.Do(t, "POST", p, valid).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"kind":      "adjustment",
			"points":    250,
			"balance":   250,
			"reference": nil,
			"note":      "For the late parcel.",
		})
		log.RequireExactly(t,
			events.PointsChanged{EntryID: got.Text("id"), UserID: s.userID, Kind: events.EntryAdjustment, Points: 250, Balance: 250},
			events.PointsAdjusted{EntryID: got.Text("id"), UserID: s.userID, Points: 250, Balance: 250, Reason: "For the late parcel."})
		if got := s.admin.Do(t, "POST", p, body{"points": -250, "reason": "x"}).Require(t, 200); got.Number("balance") != 0 {
			t.Errorf("taken: %s", got.Body)
		}
		s.requireLedger(t)
	})
}

func TestExportAndErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		productID, o := s.product(t, "active"), orderOf(s.userID)
		s.user.Do(t, "POST", "/v1/loyalty/share", body{"productId": productID}).Require(t, 201)
		s.give(t, 1000)
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 200)
		for _, held := range []string{productID, "PTS-", `"availablePoints":550`, "a gift"} {
			if !strings.Contains(s.Exported(t, s.userID), held) {
				t.Errorf("%q is not in the export: %s", held, s.Exported(t, s.userID))
			}
		}

		s.Publish(t, identity.AccountErased{
			UserID: s.userID, AddressID: kit.AddressID(s.userID + "@example.com"), ErasedAt: clock.System().Now(),
		})
		s.Publish(t, created(s.userID), ordering.OrderEarned{Order: o, Goods: 10_00}) // late
		if got := s.Exported(t, s.userID); strings.Contains(got, productID) || strings.Contains(got, "PTS-") ||
			!strings.Contains(got, `"memberSince":null`) {
			t.Errorf("after the erasure: %s", got)
		}
		for _, table := range []string{"loyalty_entries", "loyalty_shares", "loyalty_vouchers"} {
			var rows int64
			if err := s.DB.Table(table).Where("user_id = ?", s.userID).Count(&rows).Error; err != nil || rows != 0 {
				t.Errorf("%s: %d rows, %v", table, rows, err)
			}
		}
		var gifts int64
		if err := s.DB.Table("events").Where("personal LIKE ?", "%a gift%").Count(&gifts).Error; err != nil || gifts != 0 {
			t.Errorf("%d events still contain the reason, %v", gifts, err)
		}
		// A request that was under way finds the tombstone.
		s.user.Do(t, "POST", "/v1/loyalty/share", body{"productId": productID}).Require(t, 401, "unauthenticated")
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 409, "insufficient_points")
		s.admin.Do(t, "POST", adjustPath(s.userID), body{"points": 1, "reason": "x"}).Require(t, 404, "not_found")
	})
}

// A read model of the past never overwrites a newer one.
func TestOlderNewsIsPassedOver(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		productID := s.product(t, "archived")
		old := product{ProductID: productID, Active: true}
		if err := s.DB.Where("product_id = ?", productID).Take(&old).Error; err != nil || old.Active || old.Seq == 0 {
			t.Errorf("%+v, %v", old, err)
		}
		s.give(t, 500)
		s.user.Do(t, "POST", "/v1/loyalty/redeem", body{"points": 500}).Require(t, 200)
		if err := s.DB.Model(&voucher{}).Where("user_id = ?", s.userID).Update("seq", int64(1)<<40).Error; err != nil {
			t.Fatal(err)
		}
		var v voucher
		if err := s.DB.Take(&v).Error; err != nil {
			t.Fatal(err)
		}
		s.Publish(t, ordering.VoucherSettled{VoucherID: v.ID, UserID: s.userID, Status: "spent", ExpiresAt: v.ExpiresAt.Add(time.Hour)})
		var after voucher
		if err := s.DB.Take(&after).Error; err != nil || after.Status != ordering.VoucherStatusAvailable {
			t.Errorf("%+v, %v", after, err)
		}
	})
}

// An order that is not paid after all has earned nothing; it earns when it is paid again.
func TestAnUnpaidOrderEarnsNothing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := orderOf(s.userID)
		earned, unpaid := ordering.OrderEarned{Order: o, Goods: 60_00}, ordering.OrderUnpaid{Order: o, GoodsBefore: 60_00}
		for i, step := range []struct {
			event eventbus.Event
			want  int64
		}{{earned, 600}, {unpaid, 600}, {ordering.OrderUnpaid{Order: o, GoodsBefore: 60_00, Earned: true}, 0}, {earned, 600}} {
			s.Publish(t, step.event)
			if got := s.balance(t); got != step.want {
				t.Errorf("after step %d: %d points, want %d", i, got, step.want)
			}
		}
	})
}
