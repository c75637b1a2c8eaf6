package ordering

import (
	"errors"
	"strings"
	"testing"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// The UPDATE of a withdrawal refuses a state for one that has another by now, and what goes back
// for one that is not matched any more.
func TestWithdrawalIsGuarded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		w := s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201).Text("id")
		matched := *row[withdrawal](t, s, "id", w)
		s.admin.Do(t, "POST", adminWithdrawal(w, "/contest"), body{"reason": "The seal is broken."}).Require(t, 200)
		contested := *row[withdrawal](t, s, "id", w)
		for to, changes := range map[withdrawalState]map[string]any{
			withdrawalContested: {"reason": "Again.", "updated_at": s.Clock.Now()},
			withdrawalSettled:   {"reason": nil, "refund_since": s.Clock.Now()},
		} {
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				stale := matched
				return saveWithdrawalState(tx, &stale, to, changes)
			})
			if !fault.Is(err, fault.InvalidTransition) {
				t.Errorf("%s: %v", to, err)
			}
		}
		s.inTx(t, func(tx *gorm.DB) error {
			stale := matched
			stale.Refund = new(*matched.Refund + 1)
			return saveWithdrawalRefund(tx, &stale, new(s.Clock.Now()), s.Clock.Now())
		})
		s.inTx(t, func(tx *gorm.DB) error {
			stale := matched
			stale.ReturnID = new(id.New())
			return saveWithdrawalReturn(tx, &stale, s.Clock.Now())
		})
		if now := *row[withdrawal](t, s, "id", w); quoted(now) != quoted(contested) {
			t.Errorf("it was %s, and is %s", quoted(contested), quoted(now))
		}
	})
}

// Of staff who contest and match one declaration at once, one succeeds: its order is locked by none
// of them, as it names none.
func TestContestAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for range 3 {
			o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
			w := s.declare(t, "ORD-0000000000", c.Email)
			log := eventbustest.Record(t, s.DB)
			contests := times(8, posts(s.admin, adminWithdrawal(w, "/contest"), body{"reason": "Not yours."}))
			codes := together(t, contests...)
			if codes[200] != 1 || codes[409] != 7 || len(eventbustest.Of[events.WithdrawalContested](log)) != 1 {
				t.Errorf("contested at once: %v", codes)
			}
			codes = together(t, times(8, posts(s.admin, adminWithdrawal(w, "/match"), body{"orderId": o.OrderID}))...)
			if codes[200] != 1 || codes[409] != 7 || len(eventbustest.Of[events.WithdrawalMatched](log)) != 1 {
				t.Errorf("matched at once: %v", codes)
			}
			s.requireWithdrawal(t, c, o, w, withdrawalSettled)
		}
	})
}

// A match that waits for the erasure of the buyer brings nothing back. It fails on PostgreSQL when
// lockWithdrawal does not read again.
func TestMatchWhileTheBuyerIsErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		withdrawalID := s.declare(t, o.Number, c.Email)
		matched := make(chan error, 1)
		s.inTx(t, func(tx *gorm.DB) error {
			erased := identity.AccountErased{UserID: c.ID, AddressID: kit.Pseudonyms.OfEmail(c.Email), ErasedAt: s.Clock.Now()}
			if err := eraseUser(t.Context(), tx, eventbus.Message[identity.AccountErased]{Event: erased}); err != nil {
				return err
			}
			go func() {
				got, err := s.admin.Try("POST", adminWithdrawal(withdrawalID, "/match"), body{"orderId": o.OrderID})
				if err == nil && got.Status != 200 {
					err = errors.New(string(got.Body))
				}
				matched <- err
			}()
			kit.AwaitLock(t, s.DB)
			return nil
		})
		if err := <-matched; err != nil {
			t.Fatal(err)
		}
		if w := row[withdrawal](t, s, "id", withdrawalID); w.State == withdrawalReceived || w.Email != "" || w.FullName != "" ||
			strings.Contains(w.Search, c.Email) {
			t.Errorf("after the erasure: %+v", w)
		}
	})
}

// The order's UPDATE refuses a shipment when a withdrawal was declared since the order was read.
func TestShipIsGuardedByTheWithdrawal(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		before := row[order](t, s, "id", o.OrderID)
		s.declare(t, o.Number, c.Email)
		after := *before
		after.FulfillmentStatus = fulfillmentShipped
		if err := saveOrder(s.DB, before, &after); !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("shipped: %v", err)
		}
		if now := row[order](t, s, "id", o.OrderID); !now.withdrawalPending() || now.FulfillmentStatus == fulfillmentShipped {
			t.Errorf("%q, %s", withdrawalStateOf(now), now.FulfillmentStatus)
		}
	})
}

// A declaration that is matched while the old ones are deleted stays.
func TestMatchedWithdrawalIsNotDeleted(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		w := s.declare(t, o.Number, c.Email)
		old := []withdrawal{*row[withdrawal](t, s, "id", w)}
		s.admin.Do(t, "POST", adminWithdrawal(w, "/match"), body{"orderId": o.OrderID, "items": []body{o.units(0, 1)}}).Require(t, 200)
		// Without its items, which alone would keep it.
		s.inTx(t, func(tx *gorm.DB) error { return tx.Where("withdrawal_id = ?", w).Delete(&withdrawalItem{}).Error })
		s.inTx(t, func(tx *gorm.DB) error { return deleteWithdrawals(t.Context(), tx, old) })
		s.requireWithdrawal(t, c, o, w, withdrawalMatched).RequireFields(t, kit.Fields{"email": c.Email})
	})
}

// A declaration that arrives while another of the same order is contested keeps the order back:
// what the order says is the state of the one that waits.
func TestDeclareWhileAnotherIsContested(t *testing.T) {
	t.Parallel()
	s := newSetup(t, moduletest.Postgres(t, build))
	c := s.customer(t)
	o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
	s.do(t, o, "process", nil)
	first := s.declare(t, o.Number, c.Email)
	ctx := eventbus.WithActor(t.Context(), eventbus.ActorCLI)
	d := declaration{OrderNumber: o.Number, FullName: "Ada", Email: c.Email, EmailID: kit.Pseudonyms.OfEmail(c.Email), Locale: "en"}
	var contested <-chan error
	err := database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
		if _, err := declareWithdrawal(ctx, tx, testConfig.terms(t), d, s.Clock.Now()); err != nil {
			return err
		}
		contested = kit.Contend(t, s.DB, tx, func() error {
			return database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
				_, err := contestWithdrawal(ctx, tx, first, "Not yours.", s.Clock.Now())
				return err
			})
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-contested; err != nil {
		t.Fatal(err)
	}
	s.admin.Do(t, "POST", o.adminPath("/ship"), dhl).Require(t, 409, "withdrawal_pending")
}

// A unit is counted as withdrawn once, whatever was read before.
func TestWithdrawnUnitsAreGuarded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		stale := *row[orderItem](t, s, "id", o.Items[0])
		s.withdraws(t, c, o, o.units(0, 2)).Require(t, 201)
		for name, count := range map[string]func(tx *gorm.DB, i *orderItem) error{
			"withdrawn twice": func(tx *gorm.DB, i *orderItem) error {
				return withdrawingUnits.add(tx, []allocation{{i, 2}})
			},
			"withdrawn and returned": func(tx *gorm.DB, i *orderItem) error {
				return inReturnUnits.add(tx, []allocation{{i, 2}})
			},
			"released twice": func(tx *gorm.DB, i *orderItem) error {
				return withdrawingUnits.subtract(tx, []allocation{{i, 3}})
			},
		} {
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				i := stale
				return count(tx, &i)
			})
			if !fault.Is(err, fault.InvalidTransition) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// Who sends a withdrawal twice, with one key, withdraws once and reads the same answer.
func TestWithdrawTwiceWithOneKey(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		declared := body{"orderNumber": o.Number, "fullName": "Ada Lovelace", "email": c.Email}
		for path, row := range map[string]struct {
			api    *kit.API
			body   body
			status int
		}{
			"/v1/withdrawals":   {s.API, declared, 202},
			o.path("/withdraw"): {c.API, body{"items": []body{o.units(0, 1)}}, 201},
		} {
			api := row.api.With("Idempotency-Key", "once")
			first := api.Do(t, "POST", path, row.body).Require(t, row.status)
			if again := api.Do(t, "POST", path, row.body).Require(t, row.status); string(again.Body) != string(first.Body) {
				t.Errorf("%s: %s, then %s", path, first.Body, again.Body)
			}
		}
		var withdrawals int64
		s.DB.Model(&withdrawal{}).Count(&withdrawals)
		if withdrawals != 2 {
			t.Errorf("%d withdrawals", withdrawals)
		}
	})
}

// Without the token of the order a guest withdraws from none: not with another order's, nor with
// one that has ended, nor one of another guest.
func TestGuestWithdrawsWithTheTokenAlone(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 10), 1, 1999}
		made := s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201)
		own := s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201)
		path := "/v1/orders/" + made.Text("id") + "/withdraw"
		s.API.Do(t, "POST", path, body{}).Require(t, 401, "unauthenticated")
		s.API.With("X-Order-Token", "x").Do(t, "POST", path, body{}).Require(t, 404, "not_found")
		s.withToken(t, own).Do(t, "POST", path, body{}).Require(t, 404, "not_found")
		stranger := s.customer(t)
		stranger.Do(t, "POST", path, body{}).Require(t, 404, "not_found")
		var withdrawals int64
		s.DB.Model(&withdrawal{}).Count(&withdrawals)
		if withdrawals != 0 {
			t.Errorf("%d withdrawals", withdrawals)
		}
		s.withToken(t, made).Do(t, "POST", path, body{}).Require(t, 201)
	})
}
