package loyalty

import (
	"testing"

	"go.uber.org/goleak"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// body is the body of a request.
type body = map[string]any

func build(p moduletest.Deps) module.Module {
	return New(Deps{DB: p.DB, Clock: p.Clock, Copies: p.Copies})
}

const sharePoints = 50

var testSettings = shop.Loyalty{Enabled: true, PointsPerEuro: 10, PointsPerShare: sharePoints, VoucherDays: 365}

// setup is the module alone, with an admin and a user.
type setup struct {
	*moduletest.Runner
	admin, user     *kit.API
	adminID, userID string
	version         int64 // of the settings
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) { test(t, newSetup(t, r)) })
}

func newSetup(t *testing.T, r *moduletest.Runner) *setup {
	t.Helper()
	s := &setup{Runner: r}
	s.configure(t, testSettings)
	s.admin, s.adminID = r.As(t, auth.RoleAdmin)
	s.user, s.userID = s.join(t)
	return s
}

// configure publishes the shop's settings of loyalty.
func (s *setup) configure(t *testing.T, l shop.Loyalty) {
	t.Helper()
	s.version++
	s.Publish(t, shop.SettingsSaved{Group: shop.GroupLoyalty, Version: s.version, After: kit.JSON(t, l)})
}

// join creates a user and publishes the account.
func (s *setup) join(t *testing.T) (*kit.API, string) {
	t.Helper()
	api, userID := s.As(t, auth.RoleCustomer)
	s.Publish(t, created(userID))
	return api, userID
}

func created(userID string) identity.AccountCreated {
	return identity.AccountCreated{
		UserID: userID, Origin: identity.OriginRegistration, Role: identity.RoleCustomer, AccountType: identity.RetailAccount, Locale: "en",
		CreatedAt: clock.System().Now(), Email: userID + "@example.com", FullName: "Jana Lindner",
	}
}

// product publishes a product with the status.
func (s *setup) product(t *testing.T, status catalog.ProductStatus) string {
	t.Helper()
	productID := id.New()
	s.Publish(t, catalog.ProductSaved{ProductID: productID, Slug: productID, Name: "Moka", Status: status, TaxClass: "standard"})
	return productID
}

// give credits the user with points.
func (s *setup) give(t *testing.T, points int) {
	t.Helper()
	s.admin.Do(t, "POST", adjustPath(s.userID), body{"points": points, "reason": "a gift"}).Require(t, 200)
}

func adjustPath(userID string) string { return "/v1/admin/loyalty/" + userID + "/adjust" }

// balance is the user's balance.
func (s *setup) balance(t *testing.T) int64 {
	t.Helper()
	m, err := memberOf(s.DB, s.userID)
	if err != nil {
		t.Fatal(err)
	}
	return m.Balance
}

// requireLedger checks that the entries of every member add up to the balance and have no gap.
func (s *setup) requireLedger(t *testing.T) {
	t.Helper()
	var broken int64
	err := s.DB.Raw(`SELECT count(*) FROM loyalty_members m WHERE balance < 0 OR (balance > 0 AND debt > 0)
		OR balance - debt <> (SELECT COALESCE(sum(points), 0) FROM loyalty_entries e WHERE e.user_id = m.user_id)
		OR redeemed <> (SELECT COALESCE(-sum(points), 0) FROM loyalty_entries e WHERE e.user_id = m.user_id AND (e.kind = 'redeem'
			OR e.kind = 'adjustment' AND e.reference IS NOT NULL
			AND EXISTS (SELECT 1 FROM loyalty_vouchers v WHERE v.id = e.reference)))
		OR redeemed <> (SELECT COALESCE(sum(points), 0) FROM loyalty_vouchers v WHERE v.user_id = m.user_id AND NOT v.voided)
		OR entries <> (SELECT count(*) FROM loyalty_entries e WHERE e.user_id = m.user_id)`).Scan(&broken).Error
	if err != nil || broken != 0 {
		t.Errorf("%d ledgers do not sum to their balance, %v", broken, err)
	}
}

func orderOf(userID string) ordering.Order {
	return ordering.Order{OrderID: id.New(), Number: "ORD-4071826651", UserID: userID, Locale: "en", PaymentMethod: "invoice", Total: 100}
}
