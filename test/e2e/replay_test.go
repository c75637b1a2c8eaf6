package e2e

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"orderd/cmd/orderd/app"
	"orderd/test/kit"
)

// TestReadModelsCanBeFilledAnew: a module's copies of others' data can be deleted and filled from
// the log, and are then equal.
func TestReadModelsCanBeFilledAnew(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.fillReadModels()
		var readModels []string
		if err := s.database().Raw("SELECT name FROM event_consumers WHERE read_model ORDER BY name").Scan(&readModels).Error; err != nil {
			t.Fatal(err)
		}
		if len(readModels) < 15 {
			t.Errorf("only %v are read models", readModels)
		}
		for _, consumer := range readModels {
			before := s.rows()
			args := []string{"events", "replay", "--consumer", consumer}
			// The state of a voucher is stored there alone.
			if consumer != "ordering.vouchers" {
				args = append(args, "--reset")
			}
			s.orderd(args...)
			s.settled()
			kit.Eventually(t, consumer+" is what it was", func() error {
				for table, rows := range s.rows() {
					if !slices.Equal(before[table], rows) {
						return fmt.Errorf("%s was\n%s\nand is\n%s", table, strings.Join(before[table], "\n"), strings.Join(rows, "\n"))
					}
				}
				return nil
			})
		}
	})
}

// fillReadModels leaves something in every read model: a product with a review, orders of all ends,
// points and a voucher, a wholesale account, a saved recipient and address, an erased customer.
func (s *shop) fillReadModels() {
	s.t.Helper()
	productID, methodID := s.newProduct("Moka pot")
	ada, grace, gone := s.customer("ada"), s.customer("grace"), s.customer("gone")
	ada.Do(s.t, "POST", "/v1/users/me/addresses", object{"fullName": "Ada Lovelace", "line1": "Torstraße 12", "city": "Berlin",
		"postalCode": "10119", "country": "DE"}).Require(s.t, 201)
	delivered := s.orderFor(ada, productID, methodID, toAda)
	s.command(delivered.Text("id"), "process", nil)
	s.command(delivered.Text("id"), "ship", object{"carrier": "DHL", "trackingNumber": "1"})
	s.command(delivered.Text("id"), "deliver", nil)
	ada.Do(s.t, "POST", "/v1/reviews", object{"productId": productID, "rating": 5, "message": "Even grounds."}).Require(s.t, 201)
	s.admin.Do(s.t, "POST", "/v1/admin/loyalty/"+ada.ID+"/adjust", object{"points": 1000, "reason": "A gift."}).Require(s.t, 200)
	for range 2 {
		ada.Do(s.t, "POST", "/v1/loyalty/redeem", object{"points": 500}).Require(s.t, 200)
	}
	voucher := ada.Do(s.t, "GET", "/v1/loyalty/vouchers", nil).Require(s.t, 200).Text("data.0.code")
	ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(s.t, 201)
	ada.Do(s.t, "POST", "/v1/cart/discounts", object{"code": voucher}).Require(s.t, 200)
	paid := s.orderFor(ada, productID, methodID, object{"paymentMethod": "bank_transfer"})
	s.command(paid.Text("id"), "mark-paid", nil)
	s.command(paid.Text("id"), "refund", object{"amount": 1, "reason": "A scratch."})
	s.confirmRefunds()
	cancelled := s.orderFor(grace, productID, methodID, toAda)
	grace.Do(s.t, "POST", "/v1/orders/"+cancelled.Text("id")+"/cancel", object{}).Require(s.t, 200)
	s.api.Do(s.t, "POST", "/v1/wholesale/apply", application(grace.Email)).Require(s.t, 201)
	application := s.admin.Do(s.t, "GET", "/v1/admin/wholesale/applications?q="+grace.Email, nil).Require(s.t, 200).Text("data.0.id")
	s.admin.Do(s.t, "POST", "/v1/admin/wholesale/applications/"+application+"/approve", object{}).Require(s.t, 200)
	s.orderFor(gone, productID, methodID, toAda)
	gone.Do(s.t, "DELETE", "/v1/users/me", object{"password": password}).Require(s.t, 202)
	// Which counts what was sold.
	s.api.Do(s.t, "GET", "/v1/products?sort=bestselling", nil).Require(s.t, 200)
	kit.Eventually(s.t, "the stock is announced", func() error {
		if got := s.api.Do(s.t, "GET", "/v1/products/"+productID, nil).Require(s.t, 200); got.Number("variants.0.available") != 6 {
			return fmt.Errorf("available: %v", got.At("variants.0.available"))
		}
		return nil
	})
	s.settled()
}

// orderd runs a command of the binary on the shop's database, beside the service. It must succeed.
func (s *shop) orderd(args ...string) {
	s.t.Helper()
	var said bytes.Buffer
	if code := app.Run(s.t.Context(), app.Streams{In: strings.NewReader(""), Out: &said, Err: &said, Env: s.settings}, args); code != 0 {
		s.t.Fatalf("orderd %v: exit code %d, %s", args, code, said.String())
	}
}

// ownTables are those of modules.
var ownTables = regexp.MustCompile(`^(catalog|loyalty|notifications|ordering|payments|recipients|reviews|wholesale)_`)

// rows are the sorted rows of every module's tables, by table. catalog_state is left out: it counts
// changes.
func (s *shop) rows() map[string][]string {
	s.t.Helper()
	all := map[string][]string{}
	for row := range strings.SplitSeq(s.dump(), "\n") {
		table, _, _ := strings.Cut(row, ":")
		if ownTables.MatchString(table) && table != "catalog_state" {
			all[table] = append(all[table], row)
		}
	}
	for _, rows := range all {
		slices.Sort(rows)
	}
	return all
}
