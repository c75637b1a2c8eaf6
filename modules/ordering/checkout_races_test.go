package ordering

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

// full is what `make races` asks for: races at their full sizes, which take a minute.
var full = flag.Bool("full", false, "race at the full sizes")

// atFull is how many take part in a race: few in every test run, many with -full.
func atFull(few, many int) int {
	if *full {
		return many
	}
	return few
}

// crowd makes n customers at once, each with the items in the cart, in the order given.
func (s *setup) crowd(t *testing.T, n int, codes []string, items ...item) []customer {
	t.Helper()
	now := s.Clock.Now()
	all := make([]customer, n)
	buyers, addresses := make([]buyer, n), make([]address, n)
	carts, lines := make([]cart, n), []cartItem{}
	for i := range all {
		c := &all[i]
		c.ID, c.AddressID = id.New(), id.New()
		c.API = s.AsUser(t, auth.Principal{UserID: c.ID, SessionID: id.New(), Role: auth.RoleCustomer})
		c.API.Contract = nil // to check every answer takes longer than to make it
		buyers[i] = buyer{UserID: c.ID, Email: c.ID + "@example.com", FullName: "Ada Lovelace", Locale: "en", AccountType: identity.RetailAccount}
		addresses[i] = address{ID: c.AddressID, UserID: c.ID, FullName: "Ada Lovelace", Address: "Berlin", Country: "DE", IsDefault: true}
		carts[i] = cart{ID: id.New(), UserID: &c.ID, Codes: append([]string{}, codes...), CreatedAt: now, UpdatedAt: now}
		for _, it := range items {
			lines = append(lines, cartItem{ID: id.New(), CartID: carts[i].ID, VariantID: it.VariantID, Quantity: 1, UnitPrice: 1000})
		}
	}
	for _, rows := range []any{&buyers, &addresses, &carts, &lines} {
		if err := s.DB.CreateInBatches(rows, 500).Error; err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// atOnce is how many requests run at once at most: client and server share the files that a process
// may open.
const atOnce = 2000

// rush runs do n times at once and counts what comes back: a status, and the code of a problem.
func rush(t *testing.T, n int, do func(i int) (kit.Answer, error)) map[string]int {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	counts := map[string]int{}
	free := make(chan struct{}, atOnce)
	for i := range n {
		free <- struct{}{}
		all.Go(func() {
			defer func() { <-free }()
			got, err := kit.Patiently(func() (kit.Answer, error) { return do(i) })
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			counts[fmt.Sprint(got.Status, got.Text("code"))]++
		})
	}
	all.Wait()
	return counts
}

func tryCheckout(api *kit.API, methodID string, changes ...body) (kit.Answer, error) {
	return api.Try("POST", "/v1/checkout", with(body{"shippingMethodId": methodID, "paymentMethod": payByBankTransfer}, changes...))
}

// requireSound checks that every order has its lines, its timeline, its event and its stock, and
// that no cart exists beside its order.
func (s *setup) requireSound(t *testing.T, orders int) {
	t.Helper()
	for what, query := range map[string]string{
		"orders without lines": `SELECT count(*) FROM ordering_orders o WHERE NOT EXISTS (SELECT 1 FROM ordering_order_items i
			WHERE i.order_id = o.id)`,
		"orders without a timeline": `SELECT count(*) FROM ordering_orders o WHERE NOT EXISTS (SELECT 1 FROM ordering_timeline e
			WHERE e.order_id = o.id AND e.status = 'placed')`,
		"orders beside their cart": `SELECT count(*) FROM ordering_orders o JOIN ordering_carts c ON c.id = o.cart_id`,
		"orders whose lines do not add up": `SELECT count(*) FROM ordering_orders o WHERE subtotal_cents <> (SELECT sum(line_total_cents)
			FROM ordering_order_items i WHERE i.order_id = o.id)
			OR discount_cents <> (SELECT sum(i.discount_cents) FROM ordering_order_items i WHERE i.order_id = o.id)`,
		"variants whose reserved units are not in orders": `SELECT count(*) FROM ordering_stock s LEFT JOIN (
				SELECT i.variant_id, sum(i.quantity - i.shipped) AS n FROM ordering_order_items i JOIN ordering_orders o ON o.id = i.order_id
				WHERE o.status <> 'cancelled' GROUP BY i.variant_id
			) held ON held.variant_id = s.variant_id WHERE s.reserved <> COALESCE(held.n, 0)`,
		"orders without an event": `SELECT count(*) FROM ordering_orders o WHERE NOT EXISTS (SELECT 1 FROM events e
			WHERE e.key = CAST(o.id AS text) AND e.name = 'ordering.order_placed.v1')`,
	} {
		var n int
		if err := s.DB.Raw(query).Scan(&n).Error; err != nil || n != 0 {
			t.Errorf("%d %s, %v", n, what, err)
		}
	}
	var n int64
	if err := s.DB.Model(&order{}).Count(&n).Error; err != nil || n != int64(orders) {
		t.Errorf("%d orders, want %d, %v", n, orders, err)
	}
}

// It fails without the guard of moveStock (reserved + w.reserved <= on_hand + w.on_hand): the CHECK
// of the table has to stop the checkout, and buyers get a 500. On PostgreSQL every other buyer uses
// another replica.
func TestTheLastUnits(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		n, units := atFull(400, 10_000), 100
		method := s.method(t)
		it := s.sell(t, 1000, int64(units))
		crowd := s.crowd(t, n, nil, it)
		if database.Dialect(s.DB) == database.Postgres {
			there := s.Replica(t).API.Base
			for i := 0; i < n; i += 2 {
				crowd[i].Base = there
			}
		}
		got := rush(t, n, func(i int) (kit.Answer, error) { return tryCheckout(crowd[i].API, method) })
		if want := map[string]int{"201": units, "409insufficient_stock": n - units}; !maps.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if st := s.stockOf(t, it.VariantID); st.Reserved != int64(units) || st.OnHand != int64(units) {
			t.Errorf("stock: %+v", st)
		}
		s.requireLedger(t, 0)
		s.requireSound(t, units)
	})
}

// It fails without the unique key of a cart's variant: each of two lines would find enough.
func TestTwoLinesOnOneStockItem(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 3)
		ada := s.customer(t)
		for range 2 {
			got := together(t, times(2, func() (kit.Answer, error) {
				return ada.Try("POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": 1})
			})...)
			if got[201] != 2 {
				t.Errorf("put into the cart: %v", got)
			}
		}
		if got := ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200); !slices.Equal(contents(t, got), []string{it.SKU + "×4"}) {
			t.Errorf("got %s", got.Body)
		}
		postCheckout(t, ada.API, method).Require(t, 409, "insufficient_stock")
		s.requireSound(t, 0)
	})
}

// It fails without the sum by variant in stockMove.changes: each line alone would fit.
func TestLinesOfOneVariantMoveTogether(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1000, 3)
		err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			return moveStock(tx, stockMove{Reason: moveReserve, OrderID: new(id.New()), At: s.Clock.Now()},
				[]variantQuantity{{it.VariantID, 2}, {it.VariantID, 2}})
		})
		if !errors.Is(err, errStock) {
			t.Errorf("4 of 3: %v", err)
		}
		s.requireStock(t, it, 3, 0)
	})
}

// It fails on PostgreSQL without the lock in loadCheckout: the key of orders.cart_id has to stop
// the second order, and clients get a 500.
func TestOneCartWithTwentyKeys(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 100)
		for round, named := range []bool{false, true} {
			ada := s.customer(t)
			change := body{}
			if cartID := put(t, ada.API, it, 1).Text("id"); named {
				change["cartId"] = cartID
			}
			want := map[string]int{"201": 1, "409cart_empty": 19}
			if named {
				want = map[string]int{"201": 1, "200": 19}
			}
			got := rush(t, 20, func(i int) (kit.Answer, error) {
				return tryCheckout(ada.With("Idempotency-Key", fmt.Sprint("key-", i)), method, change)
			})
			if !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			s.requireSound(t, round+1)
		}
	})
}

// It fails when httpapi does not keep requests with the same key apart (keySet on SQLite, the
// advisory lock on PostgreSQL): they find an empty cart.
func TestOneKeyTwentyTimes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 100)
		ada := s.customer(t)
		put(t, ada.API, it, 1)
		var mu sync.Mutex
		bodies := map[string]bool{}
		got := rush(t, 20, func(int) (kit.Answer, error) {
			a, err := tryCheckout(ada.With("Idempotency-Key", "one"), method)
			for a.Status == http.StatusConflict && a.Text("code") == "idempotency_in_progress" && err == nil {
				a, err = tryCheckout(ada.With("Idempotency-Key", "one"), method)
			}
			mu.Lock()
			defer mu.Unlock()
			bodies[string(a.Body)] = true
			return a, err
		})
		if !maps.Equal(got, map[string]int{"201": 20}) || len(bodies) != 1 {
			t.Errorf("got %v, %d bodies", got, len(bodies))
		}
		s.requireSound(t, 1)
	})
}

// It fails on PostgreSQL without the guard in promotion.redeem (used < usage_limit).
func TestOneLimitedPromotion(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 100)
		promotionID := s.promotion(t, body{"code": "ONCE", "kind": "amount", "value": 5, "usageLimit": 3})
		crowd := s.crowd(t, 32, []string{"ONCE"}, it)
		got := rush(t, 32, func(i int) (kit.Answer, error) { return tryCheckout(crowd[i].API, method) })
		if want := map[string]int{"201": 3, "409code_not_applicable": 29}; !maps.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if p := row[promotion](t, s, "id", promotionID); p.Used != 3 {
			t.Errorf("used %d times", p.Used)
		}
		s.requireSound(t, 3)
	})
}

// One customer orders 32 times at once, each time with the same voucher and a promotion for one
// order a customer.
func TestOneVoucher(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 1000)
		s.promotion(t, body{"code": "FIRST", "kind": "amount", "value": 1, "perCustomerLimit": 1})
		ada := s.customer(t)
		codes := []string{s.voucher(t, ada.ID, 500), "FIRST"}
		got := rush(t, 32, func(int) (kit.Answer, error) {
			if a, err := ada.Try("POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": 1}); err != nil || a.Status != 201 {
				return a, err
			}
			for _, code := range codes {
				if a, err := ada.Try("POST", "/v1/cart/discounts", body{"code": code}); err != nil || a.Status >= 500 {
					return a, err
				}
			}
			return tryCheckout(ada.API, method)
		})
		if got["503unavailable"]+got["500internal"] > 0 || got["201"] == 0 {
			t.Errorf("got %v", got)
		}
		var orders []order
		if err := s.DB.Find(&orders).Error; err != nil {
			t.Fatal(err)
		}
		uses := map[string]int{}
		for _, o := range orders {
			for _, d := range o.Discounts {
				uses[d.Code]++
			}
		}
		if uses[codes[0]] != 1 || uses["FIRST"] != 1 {
			t.Errorf("used: %v", uses)
		}
		s.requireSound(t, got["201"])
	})
}

// TestAVoucherIsSpentOrVoided: a checkout with a voucher and loyalty's request to void it, at once.
// Either the order has its value, or the voucher is void and the checkout refused; and loyalty
// learns which, once.
func TestAVoucherIsSpentOrVoided(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 1000)
		for range 20 {
			ada := s.customer(t)
			v := *row[voucher](t, s, "code", s.voucher(t, ada.ID, 500))
			ada.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": 1}).Require(t, 201)
			ada.Do(t, "POST", "/v1/cart/discounts", body{"code": v.Code}).Require(t, 200)
			log := eventbustest.Record(t, s.DB)
			got := rush(t, 2, func(i int) (kit.Answer, error) {
				if i == 0 {
					return tryCheckout(ada.API, method)
				}
				return kit.Answer{Status: 200}, database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
					return eventbus.Publish(t.Context(), tx, loyalty.VoucherVoidRequested{
						VoucherID: v.ID, UserID: ada.ID, Code: v.Code, Points: v.Points, ExpiresAt: v.ExpiresAt,
					})
				})
			})
			var settled []events.VoucherSettled
			kit.Eventually(t, "the voucher is settled", func() error {
				if settled = eventbustest.Of[events.VoucherSettled](log); len(settled) != 1 {
					return fmt.Errorf("%+v", settled)
				}
				return nil
			})
			after := row[voucher](t, s, "id", v.ID)
			spent := after.Status == voucherSpent && got["201"] == 1 && settled[0].Status == voucherSpent
			voided := after.Status == voucherVoided && got["409code_not_applicable"] == 1 && settled[0].Status == voucherVoided
			if spent == voided {
				t.Fatalf("%v, %+v, announced %+v", got, after, settled)
			}
		}
	})
}

// 32 checkouts have evaluated the codes before the first of them redeems one. It fails without the
// guards of redeemCodes (status = available) and promotion.redeem (used < usage_limit, used <
// per_customer_limit).
func TestCodesAreSpentOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		one := int64(1)
		ada := s.customer(t)
		v := *row[voucher](t, s, "code", s.voucher(t, ada.ID, 500))
		limited := *row[promotion](t, s, "id", s.promotion(t, body{"code": "ONCE", "kind": "amount", "value": 5, "usageLimit": 1}))
		each := *row[promotion](t, s, "id", s.promotion(t, body{"code": "EACH", "kind": "amount", "value": 5, "perCustomerLimit": 1}))
		each.PerCustomerLimit = &one
		for name, found := range map[string]totals{"voucher": {Vouchers: []voucher{v}}, "promotion": {Promotion: &limited},
			"promotion of one customer": {Promotion: &each}} {
			var spent, refused atomic.Int64
			var all sync.WaitGroup
			for range 32 {
				all.Go(func() {
					e := evaluation{
						checkoutContext: checkoutContext{Buyer: buyer{UserID: ada.ID}}, pricing: &pricingInput{Now: s.Clock.Now()}, totals: &found,
					}
					err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
						_, err := e.redeemCodes(tx, cartOwner{UserID: ada.ID}, id.New())
						return err
					})
					switch {
					case err == nil:
						spent.Add(1)
					case fault.Is(err, codeDiscountNotApplicable):
						refused.Add(1)
					default:
						t.Errorf("%s: %v", name, err)
					}
				})
			}
			all.Wait()
			if spent.Load() != 1 || refused.Load() != 31 {
				t.Errorf("%s: spent %d times, refused %d times", name, spent.Load(), refused.Load())
			}
		}
	})
}

// It fails on PostgreSQL without the ORDER BY of ordering_move_stock: deadlocks take a second each,
// and InTx gives up after four.
func TestCartsWithLinesInOppositeOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		s.wideShop(t)
		var items []item
		for range 4 {
			items = append(items, s.sell(t, 1000, 1_000_000))
		}
		const crowd = 300
		orders := 0
		for began := time.Now(); orders == 0 || *full && time.Since(began) < 30*time.Second; orders += crowd {
			forth := s.crowd(t, crowd/2, nil, items...)
			slices.Reverse(items)
			back := s.crowd(t, crowd/2, nil, items...)
			got := rush(t, crowd, func(i int) (kit.Answer, error) {
				if i%2 == 0 {
					return tryCheckout(forth[i/2].API, method)
				}
				return tryCheckout(back[i/2].API, method)
			})
			if !maps.Equal(got, map[string]int{"201": crowd}) {
				t.Fatalf("got %v", got)
			}
		}
		t.Logf("%d checkouts", orders)
		s.requireNoDeadlock(t)
		s.requireSound(t, orders)
	})
}

func (s *setup) requireNoDeadlock(t *testing.T) {
	t.Helper()
	if database.Dialect(s.DB) == database.SQLite {
		return
	}
	var n int
	if err := s.DB.Raw(`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&n).Error; err != nil || n > 0 {
		t.Errorf("%d deadlocks, %v", n, err)
	}
}

// wideShop adds so many products that PostgreSQL looks up the stock of a cart row by row, in the
// order of the lines. It would read a small table as a whole, in the same order for all carts.
func (s *setup) wideShop(t *testing.T) {
	t.Helper()
	if database.Dialect(s.DB) == database.SQLite {
		return
	}
	for _, statement := range []string{
		`INSERT INTO ordering_stock SELECT gen_random_uuid(), 0, 0, 0, 0, now(), 1 FROM generate_series(1, 20000)`, `ANALYZE ordering_stock`,
	} {
		if err := s.DB.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
}
