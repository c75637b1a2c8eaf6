package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit"
)

// TestTheFirstOperations calls the 13 operations that the interface began with, with what a day of
// the shop has left, and reads each answer to the letter: status, every field, no other field, and
// the type of each.
func TestTheFirstOperations(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.purchasable("Moka pot")

		// 3. Verify the code of the registration and log in.
		email := someone("ada")
		code := s.register(email)
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": wrong(code)}).Require(t, 400, "invalid_code")
		verified := s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": code}).Require(t, 200)
		requireFields(t, whole(t, verified), "accessToken string, expiresIn number, refreshExpiresIn number, refreshToken string, tokenType string, user object")
		ada := s.session(verified)

		// 12 and 10. Who the caller is, and where.
		requireFields(t, whole(t, ada.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)),
			"accountType string, businessName null, createdAt string, email string, emailVerifiedAt string, fullName string, id string, locale string, phone null, role string, updatedAt string")
		ada.Do(t, "POST", "/v1/users/me/addresses", object{"fullName": "Ada Lovelace", "line1": "Torstraße 12", "city": "Berlin", "postalCode": "10119", "country": "DE"}).Require(t, 201)
		var addresses []fields
		if ada.Do(t, "GET", "/v1/users/me/addresses", nil).Require(t, 200).Decode(t, &addresses); len(addresses) != 1 {
			t.Fatalf("addresses: %v", addresses)
		}
		requireFields(t, addresses[0],
			"city string, country string, createdAt string, fullName string, id string, isDefault boolean, label null, line1 string, line2 null, phone null, postalCode string, state null, updatedAt string")

		// 1 and 2. Whom the caller has ordered for; the order is delivered.
		ada.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 2}).Require(t, 201)
		order := s.orderFor(ada, productID, methodID, object{"recipient": object{"fullName": "Grace Hopper", "contactPhone": "+49 30 7654321", "address": "Navy Street 12, Berlin"}}).Text("id")
		s.command(order, "process", nil)
		s.command(order, "ship", object{"carrier": "DHL", "trackingNumber": "1"})
		s.command(order, "deliver", nil)
		saved := page(t, ada.Do(t, "GET", "/v1/customers?limit=1&page=1", nil).Require(t, 200), 1)[0]
		requireFields(t, saved, "address string, contactPhone string, createdAt string, fullName string, id string, totalOrders number, updatedAt string")
		page(t, ada.Do(t, "GET", "/v1/customers?page=2", nil).Require(t, 200), 0)
		one := whole(t, ada.Do(t, "GET", fmt.Sprint("/v1/customers/", saved["id"]), nil).Require(t, 200))
		if !maps.Equal(one, saved) || one["totalOrders"] != 1.0 || one["fullName"] != "Grace Hopper" || one["contactPhone"] != "+49 30 7654321" || one["address"] != "Navy Street 12, Berlin" {
			t.Errorf("the recipient %v, in the list %v", one, saved)
		}

		// 11. The way of the parcel, the oldest first.
		tracking := ada.Do(t, "GET", "/v1/orders/"+order+"/tracking", nil).Require(t, 200)
		requireFields(t, whole(t, tracking), "carrier string, estimatedDeliveryAt null, events array, orderId string, orderNumber string, stage string, trackingNumber string, trackingUrl null")
		for _, entry := range rows(t, tracking.At("events"), 5) {
			requireFields(t, entry, "description null, id string, location null, occurredAt string, status string")
		}
		if got := timeline(t, ada, order); !slices.Equal(got, []string{"placed", "processing", "shipped", "delivered", "paid"}) {
			t.Errorf("timeline %v", got)
		}

		// 4. A review, once.
		review := object{"productId": productID, "rating": json.RawMessage("4.0"), "message": " Even grounds. "}
		reviewed := ada.Do(t, "POST", "/v1/reviews", review).Require(t, 201)
		requireFields(t, whole(t, reviewed), "author object, createdAt string, id string, message string, productId string, rating number, status string, updatedAt string, verifiedPurchase boolean")
		if reviewed.Text("message") != "Even grounds." || reviewed.At("verifiedPurchase") != true {
			t.Errorf("review: %s", reviewed.Body)
		}
		ada.Do(t, "POST", "/v1/reviews", review).Require(t, 409, "review_already_exists")

		// 5. A brand, by an admin.
		brand := object{"name": "Moka & Söhne", "slug": "moka", "logoUrl": "https://cdn.example.com/moka.png"}
		s.api.Do(t, "POST", "/v1/brands", brand).Require(t, 401, "unauthenticated")
		ada.Do(t, "POST", "/v1/brands", brand).Require(t, 403, "forbidden")
		made := s.admin.Do(t, "POST", "/v1/brands", brand).Require(t, 201)
		requireFields(t, whole(t, made), "createdAt string, id string, logoUrl string, name string, slug string, updatedAt string")

		// 7, 9 and 6. Points: shared, earned at delivery (590 for 59.97 EUR), redeemed.
		shared := ada.Do(t, "POST", "/v1/loyalty/share", object{"productId": productID}).Require(t, 201)
		requireFields(t, whole(t, shared), "availablePoints number, pointsAwarded number, productId string, sharedAt string")
		summary := func() kit.Answer {
			got := ada.Do(t, "GET", "/v1/loyalty/summary", nil).Require(t, 200)
			requireFields(t, whole(t, got), "availablePoints number, discountValue number, memberSince string, pointsEarned number, pointsRedeemed number")
			return got
		}
		kit.Eventually(t, "the delivery has earned points", func() error {
			if got := summary(); got.Number("availablePoints") != 640 || got.Number("discountValue") != 2.4 {
				return fmt.Errorf("got %s", got.Body)
			}
			return nil
		})
		ada.Do(t, "POST", "/v1/loyalty/redeem", object{"points": 499}).Require(t, 422, "validation_failed")
		if redeemed := ada.Do(t, "POST", "/v1/loyalty/redeem", object{"points": 500}).Require(t, 200); string(redeemed.Body) != `{"pointsRedeemed":500,"discountValue":1.875,"remainingPoints":140}` {
			t.Errorf("redeemed: %s", redeemed.Body)
		}
		if got := summary(); got.Number("availablePoints") != 140 || got.Number("pointsEarned") != 640 || got.Number("pointsRedeemed") != 500 {
			t.Errorf("summary: %s", got.Body)
		}

		// 8. An application, whose approval mails a code for a password.
		applicant := someone("trade")
		applied := s.api.Do(t, "POST", "/v1/wholesale/apply", application(applicant)).Require(t, 201)
		requireFields(t, whole(t, applied), "status string, submittedAt string, trackingId string")
		if id := applied.Text("trackingId"); !regexp.MustCompile(`^[A-Z]+-[0-9]+$`).MatchString(id) || applied.Text("status") != "under_review" {
			t.Errorf("application: %s", applied.Body)
		}
		found := s.admin.Do(t, "GET", "/v1/admin/wholesale/applications?q="+applicant, nil).Require(t, 200).Text("data.0.id")
		s.admin.Do(t, "POST", "/v1/admin/wholesale/applications/"+found+"/approve", object{}).Require(t, 200)
		letter := s.awaitLetters(applicant, 2)[0]
		s.api.Do(t, "POST", "/v1/auth/set-password", object{"email": applicant, "code": digits.FindString(letter.Text), "password": password}).Require(t, 200)

		// 13. The caller's notifications.
		told := ada.Do(t, "GET", "/v1/notifications?limit=2", nil).Require(t, 200)
		requireFields(t, whole(t, told), "data array, meta object, unreadCount number")
		for _, one := range page(t, told, 2) {
			requireFields(t, one, "body string, createdAt string, data object, id string, kind string, readAt null, title string")
		}

		// All but two ask for a token, before anything else.
		for _, operation := range []string{
			"GET /v1/customers", "GET /v1/customers/x", "POST /v1/reviews", "POST /v1/brands", "POST /v1/loyalty/redeem", "POST /v1/loyalty/share", "GET /v1/loyalty/summary",
			"GET /v1/users/me/addresses", "GET /v1/orders/x/tracking", "GET /v1/users/me", "GET /v1/notifications",
		} {
			var method, path string
			_, _ = fmt.Sscan(operation, &method, &path)
			for want, caller := range map[string]*kit.API{"Bearer": s.api, `Bearer error="invalid_token"`: s.api.As("no.token.this")} {
				if got := caller.Do(t, method, path, nil).Require(t, 401, "unauthenticated"); got.Header.Get("WWW-Authenticate") != want {
					t.Errorf("%s: WWW-Authenticate %q, want %q", operation, got.Header.Get("WWW-Authenticate"), want)
				}
			}
		}
		for _, path := range []string{"/v1/auth/verify-email", "/v1/wholesale/apply"} {
			s.api.Do(t, "POST", path, object{}).Require(t, 422, "validation_failed")
		}
	})
}

// fields are what an object holds, by name.
type fields = map[string]any

// whole is the body, an object.
func whole(t *testing.T, a kit.Answer) (body fields) {
	t.Helper()
	a.Decode(t, &body)
	return body
}

// page checks what a page says of itself, and returns its n rows.
func page(t *testing.T, a kit.Answer, n int) []fields {
	t.Helper()
	meta, _ := a.At("meta").(fields)
	requireFields(t, meta, "limit number, page number, total number, totalPages number")
	return rows(t, a.At("data"), n)
}

// rows are the n objects of a list.
func rows(t *testing.T, list any, n int) (all []fields) {
	t.Helper()
	elements, isList := list.([]any)
	for _, e := range elements {
		row, _ := e.(fields)
		all = append(all, row)
	}
	if !isList || len(all) != n {
		t.Fatalf("%v is no list of %d", list, n)
	}
	return all
}

// requireFields checks that an object has exactly these fields, in the order of their names, each
// of its type: "id string, phone null".
func requireFields(t *testing.T, of fields, want string) {
	t.Helper()
	types := map[string]string{"float64": "number", "bool": "boolean", "[]interface {}": "array", "map[string]interface {}": "object", "<nil>": "null"}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		goType := fmt.Sprintf("%T", of[name])
		all = append(all, name+" "+cmp.Or(types[goType], goType))
	}
	if got := strings.Join(all, ", "); got != want {
		t.Errorf("fields\n%s, want\n%s", got, want)
	}
}
