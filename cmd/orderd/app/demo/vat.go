package demo

import (
	"net/http"
)

// vatID has a business in France become a wholesale customer, whose VAT id is checked.
func (d *day) vatID() {
	const vatID = "FR40303265045"
	d.lucie = d.newCustomer("Lucie", "Lucie Moreau")
	applied := post[struct{ TrackingID string }](d, d.lucie, "/v1/wholesale/apply", object{
		"businessName": "Café Lumière", "businessAddress": "12 rue de Rivoli, 75004 Paris", "state": "Paris",
		"country": "France", "estimatedMonthlyOrderMin": 100, "estimatedMonthlyOrderMax": 900,
		"contactFullName": d.lucie.fullName, "contactPhone": "+33 1 23456789", "contactEmail": d.lucie.email,
	})
	post[object](d, d.admin, d.findApplication(applied.TrackingID)+"/approve", object{})
	d.openWholesaleAccount(d.lucie)

	const path = "/v1/users/me/vat-id"
	type checked struct{ VATID, Status string }
	given := call[checked](d, d.lucie, http.MethodPut, path, object{"vatId": "FR 40 303 265 045"})
	d.check("the VAT id of Lucie", given, checked{VATID: vatID, Status: "pending"})
	d.eventually("the VAT id of Lucie is checked", "valid", func() any {
		return get[checked](d, d.lucie, path).Status
	})
	evidence := get[struct{ Checks []object }](d, d.admin, "/v1/admin/vat-ids/"+d.lucie.id).Checks
	d.check("pieces of evidence", len(evidence), 1)
	d.printStep("Lucie", "has her VAT id checked", "", vatID)
}
