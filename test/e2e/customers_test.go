package e2e

import (
	"fmt"
	"testing"

	"orderd/test/kit"
)

// Customers who are imported get no mail, and staff no notice. A stranger who registers with the
// address of one sees neither the account nor an order before; the owner, with the code, sees both,
// and the prices of wholesale.
func TestImportedCustomersAreMailedNothing(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada, bob := someone("ada"), someone("bob")
		before := s.guestOrder(ada, productID, methodID).Require(t, 201)
		mails := len(s.awaitMails(ada, 1)) // of the order
		s.settled()
		inbox := s.admin.Do(t, "GET", "/v1/notifications", nil).Require(t, 200).Number("meta.total")
		file := fmt.Sprintf("email,name,wholesale,businessName,street,zip,city,country\n%s,Ada Lovelace,yes,Kontor,Am Kai 4,20457,Hamburg,DE\n"+
			"%s,Bob,no,,Am Kai 5,20457,Hamburg,DE\n", ada, bob)
		s.admin.With("Content-Type", "text/csv").Do(t, "POST", "/v1/admin/customers/import", file).Require(t, 200).
			RequireFields(t, kit.Fields{"created": 2, "failed": 0})
		s.settled()
		if got := len(s.mails(ada)) - mails + len(s.mails(bob)); got != 0 {
			t.Errorf("%d mails are sent", got)
		}
		if after := s.admin.Do(t, "GET", "/v1/notifications", nil).Number("meta.total"); after != inbox {
			t.Errorf("%v notices, %v before", after, inbox)
		}

		mailed := s.register(ada) // by a stranger, who does not read the mail
		s.login(ada, password).Require(t, 403, "email_not_verified")
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": ada, "code": wrong(mailed)}).Require(t, 400, "invalid_code")
		s.api.Do(t, "POST", "/v1/auth/forgot-password", object{"email": ada}).Require(t, 202)
		own := code(t, s.awaitMails(ada, mails+2)[0])
		owner := s.session(s.api.Do(t, "POST", "/v1/auth/set-password", object{"email": ada, "code": own, "password": "quite another phrase"}).
			Require(t, 200))
		owner.Do(t, "GET", "/v1/users/me", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"accountType": "wholesale", "businessName": "Kontor"})
		owner.Do(t, "GET", "/v1/users/me/addresses", nil).Require(t, 200).RequireFields(t, kit.Fields{"0.line1": "Am Kai 4"})
		s.settled()
		owner.Do(t, "GET", "/v1/orders", nil).Require(t, 200).RequireFields(t, kit.Fields{"data.0.id": before.Text("id")})
		s.login(ada, password).Require(t, 401, "invalid_credentials")
	})
}
