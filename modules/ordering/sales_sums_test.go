package ordering

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/id"
)

func (s *setup) sumPastMonths(t *testing.T) {
	t.Helper()
	d := &Deps{DB: s.DB, Clock: s.Clock, Log: zap.NewNop()}
	if err := errors.Join(d.sumPastMonths(t.Context()), d.sumPastChanges(t.Context())); err != nil {
		t.Error(err)
	}
}

// A report says the same whether the sums of past months are kept or not, whatever its period, and
// also of orders that were cancelled after their month was added up.
func TestKeptSalesAreTheOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		began := time.Date(2025, 1, 3, 1, 2, 3, 456789000, time.UTC)
		s.placeInPast(t, s.place(t, c, payOnDelivery, s.mokaAndCup(t)), began, 37*time.Hour+7*time.Minute, 110)
		s.placeInPast(t, s.place(t, c, payOnDelivery, s.mokaAndCup(t)), began, 15*time.Minute, 50)
		soonCancelled := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.placeInPast(t, soonCancelled, began, time.Hour, 1)
		s.cancelCopies(t, "1", "6")
		read := s.reportsOfAllKinds(t)

		s.forgetSums(t)
		orders := read()
		var atOnce sync.WaitGroup
		for range 3 {
			atOnce.Go(func() { s.sumPastMonths(t) })
		}
		atOnce.Wait()
		requireSameReports(t, read(), orders)

		s.cancelCopies(t, "0", "2", "3")
		kept := read()
		if reflect.DeepEqual(kept, orders) {
			t.Error("the orders that were cancelled count")
		}
		s.forgetSums(t)
		requireSameReports(t, kept, read())
	})
}

// placeInPast makes n copies of an order, placed at those distances.
func (s *setup) placeInPast(t *testing.T, o ordered, first time.Time, distance time.Duration, n int) {
	t.Helper()
	model := *row[order](t, s, "id", o.OrderID)
	var lines []orderItem
	if err := s.DB.Select("*").Where("order_id = ?", o.OrderID).Find(&lines).Error; err != nil {
		t.Fatal(err)
	}
	for i := range n {
		model.ID, model.CartID, model.Number, model.PlacedAt = id.New(), id.New(), fmt.Sprintf("%s-%d", o.Number, i),
			first.Add(time.Duration(i)*distance)
		if err := s.DB.Create(&model).Error; err != nil {
			t.Fatal(err)
		}
		paid := salesChange{OrderID: model.ID, OccurredAt: model.PlacedAt, Received: 100, Cancelled: 7, Refunded: 3, Tax: 1}
		if err := s.DB.Create(&paid).Error; err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			line.ID, line.OrderID, line.Name = id.New(), model.ID, line.Name[:4]+strings.Repeat("!", i%3)
			if err := s.DB.Create(&line).Error; err != nil {
				t.Fatal(err)
			}
		}
	}
}

// cancelCopies cancels the copies whose numbers end with one of the digits.
func (s *setup) cancelCopies(t *testing.T, digits ...string) {
	t.Helper()
	for _, digit := range digits {
		now, copies := s.Clock.Now(), "%-%-%"+digit
		err := errors.Join(
			s.DB.Model(&order{}).Where("number LIKE ?", copies).
				Updates(map[string]any{"status": orderCancelled, "cancelled_at": now, "cancellation_reason": "x"}).Error,
			s.DB.Exec(`INSERT INTO ordering_sales_changes SELECT id, ?, 0, total_cents, 0, tax_cents FROM ordering_orders WHERE number LIKE ?`, now,
				copies).Error,
			s.DB.Exec(`INSERT INTO ordering_sales_lines SELECT i.id, ?, product_id, name, quantity, line_total_cents - i.discount_cents
				FROM ordering_order_items i JOIN ordering_orders o ON o.id = i.order_id WHERE number LIKE ?`, now, copies).Error,
		)
		if err != nil {
			t.Fatal(err)
		}
	}
}

// forgetSums deletes all kept sums.
func (s *setup) forgetSums(t *testing.T) {
	t.Helper()
	kept, err := loadSalesKeptUntil(s.DB)
	if err == nil {
		err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			return errors.Join(forgetSums(tx, kept.Orders), forgetChanges(tx, kept.Changes))
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// reportsOfAllKinds returns a function that reads reports: of periods that begin and end within
// months, quarters of an hour and the present month, by days of time zones that begin at one.
func (s *setup) reportsOfAllKinds(t *testing.T) func() map[string]salesReport {
	at := func(month time.Month, day, hour, minute int) time.Time {
		return time.Date(2025, month, day, hour, minute, 0, 0, time.UTC)
	}
	return func() map[string]salesReport {
		return map[string]salesReport{
			"all, by month":                s.sales(t, at(1, 1, 0, 0), s.Clock.Now().Add(time.Hour), "&interval=month"),
			"half a year":                  s.sales(t, at(1, 1, 0, 0), at(7, 1, 0, 0), "&interval=month"),
			"a month":                      s.sales(t, at(2, 1, 0, 0), at(3, 1, 0, 0), ""),
			"a month of Berlin":            s.sales(t, at(1, 31, 23, 0), at(2, 28, 23, 0), "&timeZone=Europe/Berlin"),
			"weeks of Nepal":               s.sales(t, at(1, 15, 18, 15), at(5, 14, 18, 15), "&interval=week&timeZone=Asia/Kathmandu"),
			"days of India in a month":     s.sales(t, at(1, 9, 18, 30), at(1, 25, 18, 30), "&timeZone=Asia/Kolkata"),
			"from the middle of a quarter": s.sales(t, at(1, 3, 1, 1), at(4, 1, 0, 0), ""),
			"to the middle of a quarter":   s.sales(t, at(1, 1, 0, 0), at(1, 3, 9, 1), ""),
			"before all":                   s.sales(t, at(1, 1, 0, 0), at(1, 3, 0, 0), ""),
		}
	}
}

func requireSameReports(t *testing.T, got, want map[string]salesReport) {
	t.Helper()
	for name := range want {
		if !reflect.DeepEqual(got[name], want[name]) {
			t.Errorf("%s:\n%+v\nwithout kept sums:\n%+v", name, got[name], want[name])
		}
	}
	if total := want["all, by month"].Totals.Orders; total < 80 {
		t.Errorf("%d orders", total)
	}
}

// The sums of a month are kept a day after its end, and not before: a checkout may be under way.
func TestMonthsAreSummedWhenSettled(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.sumPastMonths(t) // without orders
		o := s.place(t, s.customer(t), payOnDelivery, s.mokaAndCup(t))
		month := startOfMonth(o.PlacedAt)
		end := month.AddDate(0, 1, 0)
		for _, c := range []struct {
			at   time.Time
			want time.Time
		}{{end.Add(23 * time.Hour), time.Time{}}, {end.Add(25 * time.Hour), end}} {
			s.Clock.Advance(c.at.Sub(s.Clock.Now()))
			s.sumPastMonths(t)
			if kept, err := salesKeptUntil(s.DB); err != nil || !kept.Equal(c.want) {
				t.Errorf("at %s the sums are kept until %s, want %s: %v", c.at, kept, c.want, err)
			}
		}
		if sums := row[quarterHourSales](t, s, "orders", "1"); sums == nil || sums.StartsAt.UTC() != o.PlacedAt.Truncate(quarterHour) ||
			sums.Units != 4 {
			t.Errorf("%+v of an order of %s", sums, o.PlacedAt)
		}
	})
}

// Orders that come into a month whose sums are kept, or before the first one, are in them after the
// next run, as those are that come after a clock was ahead.
func TestWrongSumsAreMadeAnew(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, s.customer(t), payOnDelivery, s.mokaAndCup(t))
		began := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
		s.placeInPast(t, o, began, 24*time.Hour, 2)
		year := func() int { return s.sales(t, began.AddDate(0, -2, 0), began.AddDate(0, 10, 0), "").Totals.Orders }
		s.sumPastMonths(t)
		for n, at := range []time.Time{began.Add(time.Hour), began.AddDate(0, -1, 0)} {
			o.Number = fmt.Sprint("ORD-LATE", n)
			s.placeInPast(t, o, at, 0, 1)
			if got := year(); got != 2+n {
				t.Errorf("%d orders before the sums are made anew, want %d", got, 2+n)
			}
			s.sumPastMonths(t)
			if got := year(); got != 3+n {
				t.Errorf("%d orders, want %d", got, 3+n)
			}
			if got := s.sales(t, began.AddDate(0, -2, 0), began.AddDate(0, 10, 0), "").Totals.Received; got != json.Number(fmt.Sprint(3+n)) {
				t.Errorf("received %s, want %d", got, 3+n)
			}
		}

		now := s.Clock.Now()
		ahead := &clock.Shifted{}
		ahead.Advance(now.AddDate(0, 3, 0).Sub(ahead.Now()))
		wrong := &Deps{DB: s.DB, Clock: ahead, Log: zap.NewNop()}
		if err := wrong.sumPastMonths(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.place(t, s.customer(t), payOnDelivery, s.mokaAndCup(t))
		s.sumPastMonths(t)
		if got := s.sales(t, now.AddDate(0, 0, -1), now.AddDate(0, 0, 1), "").Totals.Orders; got != 2 {
			t.Errorf("%d orders after a clock was ahead, want 2", got)
		}
		if kept, err := salesKeptUntil(s.DB); err != nil || kept.After(now) {
			t.Errorf("the sums are kept until %s: %v", kept, err)
		}
	})
}
