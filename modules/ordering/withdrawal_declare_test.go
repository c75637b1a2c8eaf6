package ordering

import (
	"slices"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// A declaration gets the same answer whatever it names. When number and email fit an order, staff
// see which, and it is not shipped before they have looked.
func TestDeclareWithdrawal(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		log := eventbustest.Record(t, s.DB)
		unknown := s.declare(t, "ORD-0000000000", c.Email)
		others := s.declare(t, o.Number, "grace@example.com")
		for _, withdrawalID := range []string{unknown, others} {
			s.admin.Do(t, "GET", adminWithdrawal(withdrawalID, ""), nil).Require(t, 200).
				RequireFields(t, kit.Fields{"suggestedOrderId": nil, "orderId": nil, "state": "received"})
		}
		requireActions(t, s.admin.Do(t, "GET", o.adminPath(""), nil), "mark-paid", "ship", "cancel-items", "cancel")
		fits := s.declare(t, " "+strings.ToLower(o.Number)+" ", strings.ToUpper(c.Email), body{"text": "The pot", "quantity": 1},
			body{"text": "a cup"})
		s.requireWithdrawal(t, c, o, fits, withdrawalReceived).RequireFields(t, kit.Fields{
			"suggestedOrderId": o.OrderID, "orderId": nil, "orderNumber": o.Number, "email": c.Email, "fullName": "Ada Lovelace",
			"texts.0.text": "The pot", "texts.0.quantity": 1, "texts.1.text": "a cup", "refundAmount": nil, "overdue": false,
		})
		declared := eventbustest.Of[events.WithdrawalDeclared](log)
		if len(declared) != 3 || declared[2].OrderID != nil || declared[2].UserID != kit.Pseudonyms.OfEmail(c.Email) ||
			declared[2].Texts[0].Text != "The pot" || *declared[2].Texts[0].Quantity != 1 {
			t.Errorf("declared: %+v", declared)
		}
		requireActions(t, s.admin.Do(t, "GET", o.adminPath(""), nil), "mark-paid", "cancel-items", "cancel")
		s.admin.Do(t, "POST", o.adminPath("/ship"), dhl).Require(t, 409, "withdrawal_pending")

		s.admin.Do(t, "POST", adminWithdrawal(fits, "/contest"), body{"reason": "Not yours."}).Require(t, 200).
			RequireFields(t, kit.Fields{"state": "contested", "reason": "Not yours."})
		if e := eventbustest.Of[events.WithdrawalContested](log); len(e) != 1 || e[0].Reason != "Not yours." || e[0].Email != c.Email {
			t.Errorf("contested: %+v", e)
		}
		s.admin.Do(t, "POST", adminWithdrawal(fits, "/contest"), body{"reason": "Again."}).Require(t, 409, "invalid_transition")
		s.do(t, o, "ship", dhl)
		s.do(t, o, "deliver", nil)
		matched := s.admin.Do(t, "POST", adminWithdrawal(fits, "/match"), body{"orderId": o.OrderID, "items": []body{o.units(0, 1)}}).Require(t,
			200)
		matched.RequireFields(t, kit.Fields{"state": "matched", "orderId": o.OrderID, "reason": nil, "suggestedOrderId": nil,
			"refundAmount": 17.99})
		s.requireWithdrawal(t, c, o, fits, withdrawalMatched)
	})
}

// A guest's order is found by the email of its checkout, and withdrawn from with its token.
func TestGuestWithdraws(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 10), 1, 1999}
		made := s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201)
		fits := s.declare(t, made.Text("number"), "ada@example.com")
		s.admin.Do(t, "GET", adminWithdrawal(fits, ""), nil).RequireFields(t, kit.Fields{"suggestedOrderId": made.Text("id")})
		other := s.guestWith(t, "bob@example.com", moka).checkout(s, t).Require(t, 201)
		s.withToken(t, other).Do(t, "POST", "/v1/orders/"+made.Text("id")+"/withdraw", body{}).Require(t, 404)
		s.withToken(t, made).Do(t, "POST", "/v1/orders/"+made.Text("id")+"/withdraw", body{}).Require(t, 201).
			RequireFields(t, kit.Fields{"state": "settled"})
	})
}

func TestDeclareWithdrawalRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		many := slices.Repeat([]body{{"text": "a cup"}}, 21)
		for want, change := range map[string]body{
			"/items/0/text bad_format":    {"items": []body{{"text": "www.spam.example"}}},
			"/items/0/text too_long":      {"items": []body{{"text": strings.Repeat("x", 121)}}},
			"/items/0/text required":      {"items": []body{{"quantity": 1}}},
			"/items too_long":             {"items": many},
			"/fullName bad_format":        {"fullName": "Win at spam.com"},
			"/email bad_format":           {"email": "ada"},
			"/email required":             {"email": nil},
			"/orderNumber required":       {"orderNumber": nil},
			"/orderNumber bad_format":     {"orderNumber": "spam.com"},
			"/locale not_allowed":         {"locale": "fr"},
			"/items/0/quantity bad_value": {"items": []body{{"text": "a cup", "quantity": 0}}},
		} {
			b := body{"orderNumber": "ORD-1", "fullName": "Ada", "email": "ada@example.com"}
			for name, value := range change {
				if b[name] = value; value == nil {
					delete(b, name)
				}
			}
			got := s.API.Do(t, "POST", "/v1/withdrawals", b).Require(t, 422).Pointers()
			want = strings.Replace(want, "bad_value", "out_of_range", 1)
			if !slices.Contains(got, want) {
				t.Errorf("%v, want %s", got, want)
			}
		}
	})
}

// Staff find a withdrawal by its state, by words and when its money is overdue.
func TestListWithdrawals(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		matched := s.withdraws(t, c, o).Require(t, 201).Text("id")
		received := s.declare(t, "ORD-0000000000", "grace@example.com")
		list := func(query string) (ids []string) {
			var l struct{ Data []adminWithdrawalView }
			s.admin.Do(t, "GET", "/v1/admin/withdrawals"+query, nil).Require(t, 200).Decode(t, &l)
			for _, w := range l.Data {
				ids = append(ids, w.ID)
			}
			return ids
		}
		for query, want := range map[string][]string{
			"": {received, matched}, "?state=received": {received}, "?state=matched,settled": {matched}, "?overdue=true": nil,
			"?q=grace": {received}, "?q=" + o.Number: {matched}, "?q=lovelace": {received, matched}, "?limit=1&page=2": {matched},
		} {
			if got := list(query); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		if got := s.admin.Do(t, "GET", "/v1/admin/withdrawals?state=open", nil).Require(t, 422).Pointers(); !slices.Equal(got,
			[]string{"?state not_allowed"}) {
			t.Errorf("%v", got)
		}
		s.advance(t, 16*24*time.Hour, &c)
		if got := list("?overdue=true"); !slices.Equal(got, []string{matched}) {
			t.Errorf("overdue: %v", got)
		}
		s.admin.Do(t, "GET", adminWithdrawal(matched, ""), nil).RequireFields(t, kit.Fields{"overdue": true})
		s.API.Do(t, "GET", "/v1/admin/withdrawals", nil).Require(t, 401)
		c.Do(t, "GET", "/v1/admin/withdrawals", nil).Require(t, 403)
		s.admin.Do(t, "GET", adminWithdrawal(id.New(), ""), nil).Require(t, 404)
	})
}

func TestMatchIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o, gone := s.place(t, c, payOnDelivery, s.mokaAndCup(t)), s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		c.Do(t, "POST", gone.path("/cancel"), nil).Require(t, 200)
		w := s.declare(t, o.Number, c.Email)
		match := func(b body) kit.Answer { return s.admin.Do(t, "POST", adminWithdrawal(w, "/match"), b) }
		for want, b := range map[string]body{
			"/orderId not_allowed":             {"orderId": id.New()},
			"/items/0/orderItemId not_allowed": {"orderId": o.OrderID, "items": []body{gone.units(0, 1)}},
			"/items/0/quantity out_of_range":   {"orderId": o.OrderID, "items": []body{o.units(0, 4)}},
		} {
			if got := match(b).Require(t, 422).Pointers(); !slices.Equal(got, []string{want}) {
				t.Errorf("%v, want %s", got, want)
			}
		}
		match(body{"orderId": gone.OrderID}).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "POST", adminWithdrawal(id.New(), "/match"), body{"orderId": o.OrderID}).Require(t, 404)
		s.admin.Do(t, "POST", adminWithdrawal(id.New(), "/contest"), body{"reason": "No."}).Require(t, 404)
		reader, _ := s.As(t, auth.RoleCustomer)
		reader.Do(t, "POST", adminWithdrawal(w, "/match"), body{"orderId": o.OrderID}).Require(t, 403)

		codes := together(t, times(10, posts(s.admin, adminWithdrawal(w, "/match"), body{"orderId": o.OrderID}))...)
		if codes[200] != 1 || codes[409] != 9 {
			t.Errorf("%v", codes)
		}
		requireAxes(t, c.Do(t, "GET", o.path(""), nil), "cancelled", "cancelled", "unpaid", "unfulfilled")
		s.admin.Do(t, "POST", adminWithdrawal(w, "/contest"), body{"reason": "No."}).Require(t, 409, "invalid_transition")
	})
}

// A match with another order than the one that was suggested lets that one go.
func TestMatchAnotherOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		suggested, meant := s.place(t, c, payOnDelivery, s.mokaAndCup(t)), s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, suggested, "process", nil)
		w := s.declare(t, suggested.Number, c.Email)
		s.admin.Do(t, "POST", suggested.adminPath("/ship"), dhl).Require(t, 409, "withdrawal_pending")
		s.admin.Do(t, "POST", adminWithdrawal(w, "/match"), body{"orderId": meant.OrderID}).Require(t, 200).
			RequireFields(t, kit.Fields{"orderNumber": meant.Number, "state": "settled"})
		s.do(t, suggested, "ship", dhl)
		c.Do(t, "GET", suggested.path(""), nil).RequireFields(t, kit.Fields{"withdrawal.state": nil})
	})
}

// A withdrawal is contested until its goods are received: its return is rejected by it.
func TestContestAfterAReturn(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		contest := func(w string) kit.Answer {
			return s.admin.Do(t, "POST", adminWithdrawal(w, "/contest"), body{"reason": "The seal is broken."})
		}
		w := s.withdraws(t, c, o, o.units(0, 2)).Require(t, 201).Text("id")
		sent := s.returnOf(t, w)
		log := eventbustest.Record(t, s.DB)
		contest(w).Require(t, 200).RequireFields(t, kit.Fields{"state": "contested", "reason": "The seal is broken."})
		requireEvents(t, log, "return_decided", "withdrawal_contested")
		if e := eventbustest.Of[events.ReturnDecided](log)[0]; !e.Implied || e.Status != returnRejected {
			t.Errorf("decided: %+v", e)
		}
		s.requireWithdrawal(t, c, o, w, withdrawalContested)
		s.admin.Do(t, "GET", adminReturn(sent, ""), nil).RequireFields(t, kit.Fields{"status": "rejected",
			"rejectionReason": "The seal is broken."})
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{"items.0.withdrawable": 3, "items.0.returnable": 3})

		s.admin.Do(t, "POST", adminWithdrawal(w, "/match"), body{"orderId": o.OrderID, "items": []body{o.units(0, 1)}}).Require(t, 200)
		again := s.returnOf(t, w)
		again.RequireFields(t, kit.Fields{"status": "approved", "items.0.quantity": 1})
		codes := together(t, posts(s.admin, adminReturn(again, "/receive"), nil), posts(s.admin, adminWithdrawal(w, "/contest"),
			body{"reason": "No."}))
		if codes[200] != 1 || codes[409] != 1 {
			t.Errorf("%v", codes)
		}
		rest := s.withdraws(t, c, o, o.units(1, 1)).Require(t, 201).Text("id")
		s.admin.Do(t, "POST", adminReturn(s.returnOf(t, rest), "/receive"), nil).Require(t, 200)
		contest(rest).Require(t, 409, "invalid_transition")
	})
}

// An erasure leaves nothing of a person in withdrawals, and what was never matched goes after a
// while.
func TestWithdrawalsAreErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		own := s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201).Text("id")
		s.declare(t, o.Number, c.Email, body{"text": "my secret pot"})
		unknown := s.declare(t, "my secret number", c.Email)
		held, err := s.Module.Export(t.Context(), s.DB, c.ID)
		if err != nil {
			t.Fatal(err)
		}
		exported := kit.JSON(t, held)
		for _, want := range []string{own, unknown, "my secret pot"} {
			if !strings.Contains(string(exported), want) {
				t.Errorf("the export lacks %s", want)
			}
		}
		s.Publish(t, identity.AccountErased{UserID: c.ID, AddressID: kit.Pseudonyms.OfEmail(c.Email), ErasedAt: s.Clock.Now()})
		var all []withdrawal
		if err := s.DB.Find(&all).Error; err != nil {
			t.Fatal(err)
		}
		for _, w := range all {
			if w.Email != "" || w.FullName != "" || len(w.Texts) > 0 || strings.Contains(w.OrderNumber+w.Search, "secret") {
				t.Errorf("left: %+v", w)
			}
		}
		var left int64
		s.DB.Table("events").Where("personal LIKE ?", "%secret%").Count(&left)
		if left != 0 || len(all) != 3 {
			t.Errorf("%d events, %d withdrawals", left, len(all))
		}

		d := s.deps(t)
		for range 2 {
			if err := d.deleteUnmatchedWithdrawals(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Clock.Advance(181 * 24 * time.Hour)
		}
		if err := s.DB.Find(&all).Error; err != nil || len(all) != 1 || all[0].ID != own {
			t.Errorf("left: %+v %v", all, err)
		}
		if got := row[order](t, s, "id", o.OrderID); withdrawalStateOf(got) != withdrawalMatched {
			t.Errorf("the order says %q", withdrawalStateOf(got))
		}
	})
}
