package demo

import (
	"errors"
	"fmt"
)

// wholesale turns a café into a wholesale customer: an application, a question, the approval with a
// code, and a first order at tier prices, by invoice.
func (d *day) wholesale() {
	d.cafe = d.newCustomer("Café", "Jana Lindner")
	d.cafe.email = "cafe." + d.id + "@example.com"
	applied := post[struct{ TrackingID, Status string }](d, d.cafe, "/v1/wholesale/apply", object{
		"businessName": "Café Lindner", "businessAddress": "Torstraße 12, 10119 Berlin", "state": "Berlin",
		"country":                  "Germany",
		"estimatedMonthlyOrderMin": 200, "estimatedMonthlyOrderMax": 1500,
		"contactFullName": d.cafe.fullName, "contactPhone": "+49 30 1234567", "contactEmail": d.cafe.email,
	})
	d.check("the application", applied.Status, "under_review")
	d.awaitMail(d.cafe, applied.TrackingID)
	d.awaitNotification(d.admin, "wholesale_application")
	d.printStep("Café", "applies for a wholesale account", applied.TrackingID, "")

	application := d.findApplication(applied.TrackingID)
	post[object](d, d.admin, application+"/request-info", object{"question": "Do you roast yourself?"})
	d.awaitMail(d.cafe, "Do you roast yourself?")
	post[object](d, d.admin, application+"/approve", object{"note": "Known from the fair."})
	d.printStep("Admin", "asks something and approves it", applied.TrackingID, "")

	d.openWholesaleAccount(d.cafe)
	d.awaitNotification(d.cafe, "wholesale_approved")
	d.saveAddress(d.cafe, "Torstraße 12")
	d.printStep("Café", "sets a password with the mailed code", "", d.cafe.email)

	price := d.goods[beans].price
	d.await("the café sees wholesale prices", func() error {
		tiers := get[product](d, d.cafe, "/v1/products/"+d.goods[beans].productID).Variants[0].WholesalePrices
		if len(tiers) == 0 {
			return errors.New("none")
		}
		price = tiers[0].Price
		return nil
	})
	d.add(d.cafe, line{beans, 24})
	d.eventually("what each of 24 costs the café", price, func() any {
		return get[cart](d, d.cafe, "/v1/cart").Items[0].UnitPrice
	})
	bought := d.checkout(d.cafe, object{"paymentMethod": "invoice"})
	d.check("an order by invoice", bought.Status, "placed")
	d.printStep("", fmt.Sprintf("24 at %s each instead of %s", eur(bought.Items[0].UnitPrice), eur(d.goods[beans].price)),
		"", "")
}

// findApplication is the path of an application, as the admin finds it.
func (d *day) findApplication(trackingID string) string {
	found := get[list[struct{ ID string }]](d, d.admin, "/v1/admin/wholesale/applications?q="+trackingID)
	if found.Meta.Total != 1 {
		panic(abort{fmt.Errorf("the application %s is %d times in the list", trackingID, found.Meta.Total)})
	}
	return "/v1/admin/wholesale/applications/" + found.Data[0].ID
}

// openWholesaleAccount sets the password of an approved business with the mailed code.
func (d *day) openWholesaleAccount(p *person) {
	s := post[session](d, p, "/v1/auth/set-password", object{
		"email": p.email, "code": d.mailedCode(p, eightDigits), "password": p.password,
	})
	d.useSession(p, s)
	d.check("the account of "+p.name, s.User.AccountType, "wholesale")
}
