package loyalty

import (
	"testing"
	"time"

	"gorm.io/gorm"
	"pgregory.net/rapid"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	_ "orderd/test/kit/draws"
)

// oracle is a model of one member's points, as simple as possible.
type oracle struct {
	balance, debt, earned, redeemed int64
	awards                          map[string]time.Time // by product, the last
	all                             []time.Time
}

func (o *oracle) share(productID string, now time.Time) int64 {
	recent := 0
	for _, at := range o.all {
		if at.After(now.Add(-24 * time.Hour)) {
			recent++
		}
	}
	if last, before := o.awards[productID]; recent >= 5 || before && last.After(now.Add(-24*time.Hour)) {
		return 0
	}
	o.awards[productID] = now
	o.all = append(o.all, now)
	o.credit(50)
	return 50
}

// credit pays the debt first; below 0 it takes, and what is not there is owed.
func (o *oracle) credit(points int64) {
	net := o.balance - o.debt + points
	o.balance, o.debt, o.earned = max(net, 0), max(-net, 0), o.earned+points
}

// redeem checks whether a redemption may have the error, and follows it.
func (o *oracle) redeem(t *rapid.T, points int64, err error) {
	switch {
	case points > o.balance:
		if !fault.Is(err, codeInsufficientPoints) {
			t.Fatalf("redeemed %d of %d: %v", points, o.balance, err)
		}
	case err != nil:
		t.Fatal(err)
	default:
		o.balance, o.redeemed = o.balance-points, o.redeemed+points
	}
}

// Random sequences of everything that moves points agree with the oracle after every step.
func TestPointsAgreeWithAnOracle(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		products := []string{s.product(t, "active"), s.product(t, "active"), s.product(t, "active"), s.product(t, "active"),
			s.product(t, "active"), s.product(t, "active")}
		ctx := t.Context()
		rapid.Check(t, func(t *rapid.T) {
			userID, now := id.New(), s.Clock.Now()
			model := oracle{awards: map[string]time.Time{}}
			in := func(do func(tx *gorm.DB) error) error { return database.InTx(ctx, s.DB, do) }
			handled := func(do func(tx *gorm.DB) error) {
				if err := in(do); err != nil {
					t.Fatal(err)
				}
			}
			for range rapid.IntRange(1, 12).Draw(t, "steps") {
				switch rapid.SampledFrom([]string{"share", "redeem", "earn", "return", "wait"}).Draw(t, "step") {
				case "share":
					productID := rapid.SampledFrom(products).Draw(t, "product")
					want := model.share(productID, now)
					handled(func(tx *gorm.DB) error {
						done, available, err := recordShare(ctx, tx, userID, productID, sharePoints, now)
						if err == nil && (done.Points != want || available != model.balance) {
							t.Fatalf("shared for %d of %d, want %d of %d", done.Points, available, want, model.balance)
						}
						return err
					})
				case "redeem":
					points := rapid.Int64Range(500, 1500).Draw(t, "points")
					err := in(func(tx *gorm.DB) error {
						_, err := redeemPoints(ctx, tx, userID, points, 365*24*time.Hour, now)
						return err
					})
					model.redeem(t, points, err)
				case "earn":
					goods := rapid.Int64Range(0, 200_00).Draw(t, "goods")
					points := goods / 100 * 10
					model.credit(points)
					handled(func(tx *gorm.DB) error {
						return creditOrder(ctx, tx, orderOf(userID), goods, id.New(), now)
					})
				case "return":
					before := rapid.Int64Range(0, 200_00).Draw(t, "before")
					after := rapid.Int64Range(0, before).Draw(t, "after")
					model.credit(after/100*10 - before/100*10)
					handled(func(tx *gorm.DB) error {
						of := ordering.Order{UserID: userID, OrderID: id.New()}
						return reversePoints(ctx, tx, goodsChange{Order: of, Before: before, After: after, EventID: id.New()}, now)
					})
				case "wait":
					now = now.Add(time.Duration(rapid.IntRange(1, 30).Draw(t, "hours")) * time.Hour)
				}
				m, err := memberOf(s.DB, userID)
				if got := viewSummary(m, nil); err != nil || got.AvailablePoints != model.balance || got.PointsEarned != max(0, model.earned) ||
					m.Debt != model.debt || got.PointsRedeemed != model.redeemed {
					t.Fatalf("%+v, %v; want %+v", got, err, model)
				}
			}
		})
		s.requireLedger(t)
	})
}
