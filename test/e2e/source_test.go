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

// TestTheFirstOperations calls the 13 operations that the interface began with, with the data
// of a day of the shop, and checks each answer completely: the status, every field, no other field,
// and the type of each.
func TestTheFirstOperations(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		newFirstDay(t, s).run()
	})
}

// firstDay is the day of one customer, Ada. Its methods call the operations in the order in which
// they depend on each other; the numbers are those of the source document.
type firstDay struct {
	t *testing.T
	*shop
	ada                 session
	productID, methodID string
	orderID             string
}

func newFirstDay(t *testing.T, s *shop) *firstDay {
	d := &firstDay{t: t, shop: s}
	d.productID, d.methodID = s.newProduct("Moka pot")
	return d
}

// run calls all of them.
func (d *firstDay) run() {
	d.logIn()
	d.profileAndAddresses()
	d.orderForRecipient()
	d.track()
	d.review()
	d.addBrand()
	d.points()
	d.applyForWholesale()
	d.notifications()
	d.requireTokens()
}

// logIn calls 3: verify the code of the registration and log in.
func (d *firstDay) logIn() {
	t, email := d.t, someone("ada")
	code := d.register(email)
	d.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": wrong(code)}).Require(t, 400, "invalid_code")
	verified := d.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": code}).Require(t, 200)
	requireFields(t, whole(t, verified), "accessToken string, expiresIn number, refreshExpiresIn number, refreshToken string, tokenType "+
		"string, user object")
	d.ada = d.session(verified)
}

// profileAndAddresses calls 12 and 10.
func (d *firstDay) profileAndAddresses() {
	t := d.t
	requireFields(t, whole(t, d.ada.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)),
		"accountType string, businessName null, createdAt string, email string, emailVerifiedAt string, fullName string, id string, locale "+
			"string, phone null, role string, staff null, updatedAt string")
	d.ada.Do(t, "POST", "/v1/users/me/addresses", object{"fullName": "Ada Lovelace", "line1": "Torstraße 12", "city": "Berlin",
		"postalCode": "10119", "country": "DE"}).Require(t, 201)
	var addresses []fields
	if d.ada.Do(t, "GET", "/v1/users/me/addresses", nil).Require(t, 200).Decode(t, &addresses); len(addresses) != 1 {
		t.Fatalf("addresses: %v", addresses)
	}
	requireFields(t, addresses[0],
		"city string, company null, country string, createdAt string, fullName string, id string, isDefault boolean, label null, "+
			"line1 string, line2 null, phone null, postalCode string, state null, updatedAt string")
}

// orderForRecipient calls 1 and 2: the people Ada has ordered for. The order is delivered.
func (d *firstDay) orderForRecipient() {
	t := d.t
	d.ada.Do(t, "POST", "/v1/cart/items", object{"productId": d.productID, "quantity": 2}).Require(t, 201)
	grace := object{"recipient": object{"fullName": "Grace Hopper", "contactPhone": "+49 30 7654321", "address": "Navy Street 12, Berlin"}}
	d.orderID = d.orderFor(d.ada, d.productID, d.methodID, grace).Text("id")
	d.command(d.orderID, "process", nil)
	d.command(d.orderID, "ship", object{"carrier": "DHL", "trackingNumber": "1"})
	d.command(d.orderID, "deliver", nil)
	saved := page(t, d.ada.Do(t, "GET", "/v1/customers?limit=1&page=1", nil).Require(t, 200), 1)[0]
	requireFields(t, saved, "address string, city null, contactPhone string, country string, createdAt string, fullName string, "+
		"id string, line1 null, line2 null, postalCode null, state null, totalOrders number, updatedAt string")
	page(t, d.ada.Do(t, "GET", "/v1/customers?page=2", nil).Require(t, 200), 0)
	one := whole(t, d.ada.Do(t, "GET", fmt.Sprint("/v1/customers/", saved["id"]), nil).Require(t, 200))
	if !maps.Equal(one, saved) {
		t.Errorf("the recipient %v, in the list %v", one, saved)
	}
	for field, want := range map[string]any{"totalOrders": 1.0, "fullName": "Grace Hopper", "contactPhone": "+49 30 7654321",
		"address": "Navy Street 12, Berlin"} {
		if one[field] != want {
			t.Errorf("the recipient's %s is %v, want %v", field, one[field], want)
		}
	}
}

// track calls 11: the timeline of the order, the oldest entry first.
func (d *firstDay) track() {
	t := d.t
	tracking := d.ada.Do(t, "GET", "/v1/orders/"+d.orderID+"/tracking", nil).Require(t, 200)
	requireFields(t, whole(t, tracking), "carrier string, estimatedDeliveryAt null, events array, orderId string, orderNumber string, "+
		"stage string, trackingNumber string, trackingUrl null")
	for _, entry := range rows(t, tracking.At("events"), 5) {
		requireFields(t, entry, "description null, id string, location null, occurredAt string, status string")
	}
	if got := timeline(t, d.ada, d.orderID); !slices.Equal(got, []string{"placed", "processing", "shipped", "delivered", "paid"}) {
		t.Errorf("timeline %v", got)
	}
}

// review calls 4: a review, once.
func (d *firstDay) review() {
	t := d.t
	review := object{"productId": d.productID, "rating": json.RawMessage("4.0"), "message": " Even grounds. "}
	reviewed := d.ada.Do(t, "POST", "/v1/reviews", review).Require(t, 201)
	requireFields(t, whole(t, reviewed), "author object, createdAt string, id string, message string, productId string, rating number, "+
		"status string, updatedAt string, verifiedPurchase boolean")
	if reviewed.Text("message") != "Even grounds." || reviewed.At("verifiedPurchase") != true {
		t.Errorf("review: %s", reviewed.Body)
	}
	d.ada.Do(t, "POST", "/v1/reviews", review).Require(t, 409, "review_already_exists")
}

// addBrand calls 5, which is for admins.
func (d *firstDay) addBrand() {
	t, brand := d.t, object{"name": "Moka & Söhne", "slug": "moka", "logoUrl": "https://cdn.example.com/moka.png"}
	d.api.Do(t, "POST", "/v1/brands", brand).Require(t, 401, "unauthenticated")
	d.ada.Do(t, "POST", "/v1/brands", brand).Require(t, 403, "forbidden")
	made := d.admin.Do(t, "POST", "/v1/brands", brand).Require(t, 201)
	requireFields(t, whole(t, made), "createdAt string, id string, logo object, logoUrl string, name string, slug string, updatedAt string, "+
		"version number")
}

// points calls 7, 9 and 6: points for sharing, points for the delivery (590 for 59.97 EUR), and
// what they are redeemed for.
func (d *firstDay) points() {
	t := d.t
	shared := d.ada.Do(t, "POST", "/v1/loyalty/share", object{"productId": d.productID}).Require(t, 201)
	requireFields(t, whole(t, shared), "availablePoints number, pointsAwarded number, productId string, sharedAt string")
	summary := func() kit.Answer {
		got := d.ada.Do(t, "GET", "/v1/loyalty/summary", nil).Require(t, 200)
		requireFields(t, whole(t, got), "availablePoints number, discountValue number, memberSince string, pointsEarned number, "+
			"pointsRedeemed number")
		return got
	}
	kit.Eventually(t, "the delivery has earned points", func() error {
		if got := summary(); got.Number("availablePoints") != 640 || got.Number("discountValue") != 2.4 {
			return fmt.Errorf("got %s", got.Body)
		}
		return nil
	})
	d.ada.Do(t, "POST", "/v1/loyalty/redeem", object{"points": 499}).Require(t, 422, "validation_failed")
	redeemed := d.ada.Do(t, "POST", "/v1/loyalty/redeem", object{"points": 500}).Require(t, 200)
	if want := `{"pointsRedeemed":500,"discountValue":1.875,"remainingPoints":140}`; string(redeemed.Body) != want {
		t.Errorf("redeemed: %s, want %s", redeemed.Body, want)
	}
	summary().RequireFields(t, kit.Fields{"availablePoints": 140, "pointsEarned": 640, "pointsRedeemed": 500})
}

// applyForWholesale calls 8: an application, whose approval mails a code for a password.
func (d *firstDay) applyForWholesale() {
	t, applicant := d.t, someone("trade")
	applied := d.api.Do(t, "POST", "/v1/wholesale/apply", application(applicant)).Require(t, 201)
	requireFields(t, whole(t, applied), "status string, submittedAt string, trackingId string")
	if id := applied.Text("trackingId"); !regexp.MustCompile(`^[A-Z]+-[0-9]+$`).MatchString(id) || applied.Text("status") != "under_review" {
		t.Errorf("application: %s", applied.Body)
	}
	d.awaitMails(applicant, 1) // a mail with a code may overtake it
	found := d.admin.Do(t, "GET", "/v1/admin/wholesale/applications?q="+applicant, nil).Require(t, 200).Text("data.0.id")
	d.admin.Do(t, "POST", "/v1/admin/wholesale/applications/"+found+"/approve", object{}).Require(t, 200)
	code := digits.FindString(d.awaitMails(applicant, 2)[0].Text)
	d.api.Do(t, "POST", "/v1/auth/set-password", object{"email": applicant, "code": code, "password": password}).Require(t, 200)
}

// notifications calls 13.
func (d *firstDay) notifications() {
	t := d.t
	inbox := d.ada.Do(t, "GET", "/v1/notifications?limit=2", nil).Require(t, 200)
	requireFields(t, whole(t, inbox), "data array, meta object, unreadCount number")
	for _, one := range page(t, inbox, 2) {
		requireFields(t, one, "body string, createdAt string, data object, id string, kind string, readAt null, title string")
	}
}

// requireTokens checks that all operations but two ask for a token, before anything else.
func (d *firstDay) requireTokens() {
	t := d.t
	for _, operation := range []string{
		"GET /v1/customers", "GET /v1/customers/x", "POST /v1/reviews", "POST /v1/brands", "POST /v1/loyalty/redeem", "POST /v1/loyalty/share",
		"GET /v1/loyalty/summary",
		"GET /v1/users/me/addresses", "GET /v1/orders/x/tracking", "GET /v1/users/me", "GET /v1/notifications",
	} {
		method, path, _ := strings.Cut(operation, " ")
		for want, caller := range map[string]*kit.API{"Bearer": d.api, `Bearer error="invalid_token"`: d.api.As("no.token.this")} {
			if got := caller.Do(t, method, path, nil).Require(t, 401, "unauthenticated"); got.Header.Get("WWW-Authenticate") != want {
				t.Errorf("%s: WWW-Authenticate %q, want %q", operation, got.Header.Get("WWW-Authenticate"), want)
			}
		}
	}
	for _, path := range []string{"/v1/auth/verify-email", "/v1/wholesale/apply"} {
		d.api.Do(t, "POST", path, object{}).Require(t, 422, "validation_failed")
	}
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
	types := map[string]string{
		"float64": "number", "bool": "boolean", "[]interface {}": "array", "map[string]interface {}": "object", "<nil>": "null",
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		goType := fmt.Sprintf("%T", of[name])
		all = append(all, name+" "+cmp.Or(types[goType], goType))
	}
	if got := strings.Join(all, ", "); got != want {
		t.Errorf("fields\n%s, want\n%s", got, want)
	}
}
