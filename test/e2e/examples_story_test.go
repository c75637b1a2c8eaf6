package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"time"

	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

// story is what the examples show: a day of a coffee shop and of Ada, its customer.
type story struct {
	*recorder
	clock *stopped

	coffee, bag, papers string // the product, the variant that Ada buys, another product
	standard            string // the way to ship
	ada                 session
	order, line         string // Ada's first order, and its only line
}

const (
	adaEmail    = "ada@example.com"
	adaPassword = "correct horse battery"
	newPassword = "nine lives of a grey cat"
)

// run plays the acts in the order in which they happen: later ones need what earlier ones have
// made.
func (s *story) run() {
	s.api = s.api.With("User-Agent", "Firefox/145.0")
	for _, act := range []func(*story){
		(*story).notices, (*story).products, (*story).shippingAndPromotions, (*story).storefront, (*story).registration,
		(*story).account, (*story).email,
		(*story).addresses,
		(*story).cart, (*story).checkout, (*story).guest, (*story).delivery, (*story).returns, (*story).documents,
		(*story).reviews, (*story).moreOrders, (*story).statements,
		(*story).points,
		(*story).wholesale, (*story).vatID, (*story).inbox, (*story).staff, (*story).keys, (*story).users, (*story).integrator, (*story).operator,
		(*story).customersFromElsewhere,
	} {
		s.settled()
		s.clock.advance(time.Minute)
		s.admin = s.session(s.login(adminEmail, adminPassword).Require(s.t, 200)).API
		if s.ada.ID != "" {
			s.ada = s.session(s.login(adaEmail, adaPassword).Require(s.t, 200))
		}
		act(s)
	}
}

// pictures uploads a picture, shows it, and deletes it.
func (s *story) pictures() {
	contentType, form := kit.FileForm(s.t, "cup.png", kit.PNG(s.t, 700, 525))
	s.clock.advance(time.Second)
	uploaded := s.admin.With("Content-Type", contentType).Do(s.t, "POST", "/v1/admin/media", form).Require(s.t, 201)
	s.keep("uploadMedia", object{"file": "(the bytes of cup.png)"}, uploaded.Status, uploaded.Header, uploaded.Body)
	s.play(s.admin, "listMedia", "", nil)
	s.play(s.admin, "deleteMedia", uploaded.Text("id"), nil)
}

// play is recorder.play, a second later.
func (s *story) play(caller *kit.API, name, at string, body any) kit.Answer {
	s.t.Helper()
	s.clock.advance(time.Second)
	return s.recorder.play(caller, name, at, body)
}

// integrator registers an endpoint of the warehouse, and looks at what another one got.
func (s *story) integrator() {
	endpoint := s.play(s.admin, "createWebhook", "", object{
		"url": "https://hooks.example.com/orderd", "events": []string{"ordering.*"}, "description": "The warehouse.",
	}).Text("id")
	s.play(s.admin, "listWebhooks", "", nil)
	s.play(s.admin, "getWebhook", endpoint, nil)
	s.play(s.admin, "rotateWebhookSecret", endpoint, object{"endOld": false})
	s.play(s.admin, "updateWebhook", endpoint, object{"enabled": false})
	s.play(s.admin, "deleteWebhook", endpoint, nil)

	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	defer receiver.Close()
	endpoint = s.admin.Do(s.t, "POST", "/v1/admin/webhooks", object{"url": receiver.URL, "events": []string{"catalog.*"}}).Require(s.t, 201).
		Text("id")
	s.play(s.admin, "testWebhook", endpoint, nil)
	s.admin.Do(s.t, "POST", "/v1/brands", object{"name": "Hooks"}).Require(s.t, 201)
	kit.Eventually(s.t, "the brand is delivered", func() error {
		if got := s.admin.Do(s.t, "GET", "/v1/admin/webhooks/deliveries?status=delivered", nil); got.Number("meta.total") == 0 {
			return errors.New("not yet")
		}
		return nil
	})
	delivery := s.play(s.admin, "listWebhookDeliveries", "?limit=1", nil).Text("data.0.id")
	s.play(s.admin, "getWebhookDelivery", delivery, nil)
	s.play(s.admin, "redeliverWebhookDelivery", delivery, nil)
	replay := s.play(s.admin, "startWebhookReplay", "", object{
		"endpointId": endpoint, "from": s.clock.Now().Add(-time.Second), "events": []string{"identity.*"},
	}).Text("id")
	s.play(s.admin, "listWebhookReplays", "", nil)
	s.play(s.admin, "getWebhookReplay", replay, nil)
	s.play(s.admin, "stopWebhookReplay", replay, nil)
	s.play(s.admin, "readEventFeed", "?events=catalog.brand_*&limit=1", nil)
	s.admin.Do(s.t, "DELETE", "/v1/admin/webhooks/"+endpoint, nil).Require(s.t, 204)
}

// products puts a coffee on sale.
func (s *story) products() {
	brand := s.play(s.admin, "createBrand", "", object{"name": "Moka", "logoUrl": "https://cdn.example.com/1.png"}).Text("id")
	s.play(s.admin, "updateBrand", brand, object{"logoUrl": "https://cdn.example.com/1.png"})
	coffees := s.play(s.admin, "createCategory", "",
		object{"name": "Coffee", "description": "Roasted in small batches.", "position": 10}).Text("id")
	s.play(s.admin, "updateCategory", coffees, object{"slug": "coffee"})
	made := s.play(s.admin, "createProduct", "", object{
		"name": "Espresso", "description": "Tastes of chocolate.", "brandId": brand, "categoryIds": []string{coffees},
		"images": []object{{"url": "https://cdn.example.com/1.png", "alt": "A bag"}}, "taxClass": "reduced",
		"manufacturer": object{"name": "Moka GmbH", "address": "Am Kai 4, 20457 Hamburg", "contact": "safety@moka.example"},
		"variants": []object{{
			"sku": "ESPRESSO", "options": object{"Weight": "250 g"}, "price": 10, "weightGrams": 250,
			"content":         object{"amount": 0.25, "unit": "kg"},
			"wholesalePrices": []object{{"minQuantity": 20, "price": 8}},
		}},
	})
	s.coffee, s.bag = made.Text("id"), made.Text("variants.0.id")
	s.play(s.admin, "previewProduct", s.coffee, nil)
	s.play(s.admin, "updateProduct", s.coffee, object{"status": "active"})
	s.play(s.admin, "getProductAsAdmin", s.coffee, nil)

	s.play(s.admin, "countStock", s.bag, object{"onHand": 40})
	s.play(s.admin, "adjustStock", s.bag, object{"delta": -2, "reason": "Two are torn."})
	s.play(s.admin, "countStocks", "", object{"items": []object{{"variantId": s.bag, "onHand": 38}, {"variantId": s.coffee, "onHand": 1}}})
	s.play(s.admin, "getStock", s.bag, nil)
	s.play(s.admin, "listStock", "?below=50&limit=1", nil)
	s.play(s.admin, "listStockLedger", s.bag+"?limit=1", nil)

	csv := s.admin.With("Content-Type", "text/csv")
	s.play(s.admin, "exportProducts", "", nil)
	s.pictures()
	s.play(csv, "previewProductImport", "", "Handle,Title,Vendor,Tags,Variant SKU,Variant Price\nfilters,Filters,Moka,paper,FILTERS,5.00\n")
	s.play(csv, "importProducts", "", "slug,name,status,sku,price\nfilters,Filters,active,FILTERS,5.00\nmugs,Mug,active,MUG,cheap\n")
	s.play(s.admin, "listProductsAsAdmin", "?q=filters&limit=1", nil)
	s.play(s.admin, "countProductsAsAdmin", "", nil)
	s.collections()
	s.attributes()
	s.bulkEdits()
	s.pricePlans()
	s.synonyms()
	s.fetches(csv)
	papers := s.admin.Do(s.t, "GET", "/v1/products/filters", nil).Require(s.t, 200)
	s.papers = papers.Text("id")
	s.admin.Do(s.t, "PUT", "/v1/admin/stock/"+papers.Text("variants.0.id"), object{"onHand": 100}).Require(s.t, 200)
}

// collections make a selection of goods, and what is shown beside the coffee.
func (s *story) collections() {
	filters := s.admin.Do(s.t, "GET", "/v1/products/filters", nil).Require(s.t, 200).Text("id")
	gifts := s.play(s.admin, "createCollection", "", object{
		"name": "Gifts", "description": "For people who have everything but good coffee.", "published": true,
		"productIds": []string{s.coffee, filters},
	}).Text("id")
	s.play(s.admin, "updateCollection", gifts, object{"productIds": []string{filters, s.coffee}})
	s.play(s.admin, "getCollectionAsAdmin", gifts, nil)
	s.play(s.admin, "listCollectionsAsAdmin", "", nil)
	gone := s.admin.Do(s.t, "POST", "/v1/admin/collections", object{"name": "Sale", "rule": object{"onSale": true}}).Require(s.t, 201)
	s.play(s.admin, "deleteCollection", gone.Text("id"), nil)
	s.play(s.admin, "replaceRelatedProducts", s.coffee,
		object{"accessories": []string{filters}, "similar": []string{}, "replaces": []string{}})
	s.play(s.admin, "getRelatedAsAdmin", s.coffee, nil)
}

// attributes say more of the coffee.
func (s *story) attributes() {
	name := func(en string) []object { return []object{{"locale": "en", "name": en}} }
	roast := s.play(s.admin, "createAttribute", "", object{
		"code": "roast", "kind": "choice", "names": name("Roast"), "facet": true,
		"choices": []object{{"value": "medium", "names": name("Medium")}},
	}).Text("id")
	s.play(s.admin, "updateAttribute", roast, object{"searchable": true})
	s.play(s.admin, "getAttribute", roast, nil)
	s.play(s.admin, "listAttributes", "", nil)
	gone := s.admin.Do(s.t, "POST", "/v1/admin/attributes", object{"code": "body", "kind": "text", "names": name("Body")})
	s.play(s.admin, "deleteAttribute", gone.Require(s.t, 201).Text("id"), nil)
}

func (s *story) synonyms() {
	s.play(s.admin, "replaceSynonyms", "", object{
		"groups": []object{{"words": []string{"mug", "cup"}}}, "rules": []object{{"word": "espresso", "finds": []string{"coffee"}}},
	})
	s.play(s.admin, "getSynonyms", "", nil)
}

// fetches are of a picture at an address where none may be fetched, which is known at once.
func (s *story) fetches(csv *kit.API) {
	csv.Do(s.t, "POST", "/v1/admin/products/import?pictures=fetch",
		"slug,name,images\nsieves,Sieve,https://10.0.0.7/sieve.jpg\n").Require(s.t, 200)
	kit.Eventually(s.t, "the picture is not fetched", func() error {
		got := s.admin.Do(s.t, "GET", "/v1/admin/media/fetches", nil).Require(s.t, 200)
		if got.Number("meta.failed") != 1 {
			return fmt.Errorf("got %s", got.Body)
		}
		return nil
	})
	s.play(s.admin, "listMediaFetches", "", nil)
	s.play(s.admin, "retryMediaFetches", "", nil)
}

// bulkEdits give goods a tag, and take it back.
func (s *story) bulkEdits() {
	filters := s.admin.Do(s.t, "GET", "/v1/products/filters", nil).Require(s.t, 200).Text("id")
	edit := s.play(s.admin, "startBulkEdit", "", object{
		"productIds": []string{filters}, "action": object{"kind": "add_tags", "tags": []string{"paper"}},
	}).Text("id")
	s.awaitBulkEdit(edit)
	s.play(s.admin, "getBulkEdit", edit, nil)
	s.play(s.admin, "listBulkEditResults", edit, nil)
	s.awaitBulkEdit(s.play(s.admin, "undoBulkEdit", edit, nil).Text("id"))
	s.play(s.admin, "listBulkEdits", "", nil)
}

func (s *story) awaitBulkEdit(editID string) {
	kit.Eventually(s.t, "the bulk edit is done", func() error {
		got := s.admin.Do(s.t, "GET", "/v1/admin/products/bulk/"+editID, nil).Require(s.t, 200)
		if got.Text("status") != "done" {
			return fmt.Errorf("got %s", got.Body)
		}
		return nil
	})
}

// pricePlans make the coffee cheaper on a day, which does not come.
func (s *story) pricePlans() {
	plan := s.play(s.admin, "createPricePlan", "", object{
		"name": "Black Friday", "startsAt": "2026-11-27T00:00:00+01:00", "endsAt": "2026-11-28T00:00:00+01:00",
		"prices": []object{{"sku": "ESPRESSO", "price": 9, "compareAtPrice": 10}},
	}).Text("id")
	s.play(s.admin, "updatePricePlan", plan, object{"endsAt": "2026-11-30T00:00:00+01:00"})
	s.play(s.admin, "getPricePlan", plan, nil)
	s.play(s.admin, "listPricePlanResults", plan, nil)
	s.play(s.admin, "cancelPricePlan", plan, object{"keepPrices": true})
	s.play(s.admin, "listPricePlans", "", nil)
}

// shippingAndPromotions are how orders are shipped, and what makes them cheaper.
func (s *story) shippingAndPromotions() {
	s.standard = s.play(s.admin, "createShippingMethod", "", object{"name": "Standard", "countries": []string{"DE"}, "price": 5,
		"freeFrom": 60, "minDays": 2, "maxDays": 4}).Text("id")
	s.play(s.admin, "updateShippingMethod", s.standard, object{"freeFrom": 50})
	s.play(s.admin, "getShippingMethod", s.standard, nil)
	s.play(s.admin, "listShippingMethods", "", nil)
	s.play(s.admin.With("Content-Type", "text/csv"), "importShippingRates", s.standard,
		"countries,postalPrefixes,fromGrams,fromGoods,price\n,,0,0,5.00\nDE,,30000,0,9.90\n")
	s.play(s.admin, "exportShippingRates", s.standard, nil)
	welcome := s.play(s.admin, "createPromotion", "", object{"code": "WELCOME10", "kind": "percent", "value": 10,
		"endsAt": "2026-12-24T23:00:00.000Z"}).Text("id")
	s.play(s.admin, "updatePromotion", welcome, object{"endsAt": "2026-12-31T23:00:00.000Z"})
	s.play(s.admin, "getPromotion", welcome, nil)
	s.play(s.admin, "listPromotions", "", nil)
	spring := s.play(s.admin, "createAutomaticPromotion", "", object{"name": "Spring sale", "kind": "percent", "value": 10,
		"minimum": 500, "audience": "wholesale", "endsAt": "2026-12-31T23:00:00.000Z"}).Text("id")
	s.play(s.admin, "updateAutomaticPromotion", spring, object{"value": 15})
	s.play(s.admin, "getAutomaticPromotion", spring, nil)
	s.play(s.admin, "listAutomaticPromotions", "", nil)
	s.play(s.admin, "deleteAutomaticPromotion", spring, nil)
}

// storefront is what may be read without a login.
func (s *story) storefront() {
	kit.Eventually(s.t, "the catalogue knows the stock", func() error {
		if got := s.api.Do(s.t, "GET", "/v1/products/espresso", nil).Require(s.t, 200); got.Number("variants.0.available") != 38 {
			return fmt.Errorf("got %s", got.Body)
		}
		return nil
	})
	s.play(s.api, "listBrands", "", nil)
	s.play(s.api, "getBrand", "moka", nil)
	s.play(s.api, "listCategories", "", nil)
	s.play(s.api, "getCategory", "coffee", nil)
	s.play(s.api, "listCollections", "", nil)
	s.play(s.api, "getCollection", "gifts", nil)
	s.play(s.api, "listProducts", "?q=filters&limit=1", nil)
	s.play(s.api, "countProducts", "?category=coffee", nil)
	s.play(s.api, "listProductSlugs", "", nil)
	s.play(s.api, "suggest", "?q=espres", nil)
	s.play(s.api, "getProduct", "espresso", nil)
	s.play(s.api, "listRelatedProducts", "espresso", nil)
}

func (s *story) registration() {
	registered := s.play(s.api, "register", "", object{"email": adaEmail, "password": newPassword, "fullName": "Ada Lovelace", "locale": "en"})
	s.awaitMails(adaEmail, 1)
	s.clock.advance(time.Minute)
	s.play(s.api, "resendCode", "", object{"email": adaEmail, "registrationId": registered.Text("registrationId")})
	mailed := code(s.t, s.awaitMails(adaEmail, 2)[0])
	s.play(s.api, "verifyEmail", "", object{"email": adaEmail, "code": mailed, "registrationId": registered.Text("registrationId")})

	s.clock.advance(time.Minute)
	s.play(s.api, "forgotPassword", "", object{"email": adaEmail})
	mailed = code(s.t, s.awaitMails(adaEmail, 3)[0])
	s.play(s.api, "setPassword", "", object{"email": adaEmail, "code": mailed, "password": newPassword + "!"})
	s.ada = s.session(s.api.Do(s.t, "POST", "/v1/auth/login", object{"email": adaEmail, "password": newPassword + "!"}).Require(s.t, 200))
	s.play(s.ada.API, "changePassword", "", object{"currentPassword": newPassword + "!", "newPassword": adaPassword})
	s.ada = s.session(s.play(s.api, "login", "", object{"email": adaEmail, "password": adaPassword}))
	s.ada = s.session(s.play(s.api, "refresh", "", object{"refreshToken": s.ada.Refresh}))
	s.play(s.ada.API, "listSessions", "?limit=1", nil)
}

func (s *story) account() {
	s.play(s.ada.API, "updateProfile", "", object{"fullName": "Ada Lovelace", "phone": "+49 30 1234567"})
	s.play(s.ada.API, "getProfile", "", nil)
}

// email is changed, and changed back with the code in the mail to the former address.
func (s *story) email() {
	const former, email = "noor@example.com", "noor@example.org"
	noor := s.session(s.api.Do(s.t, "POST", "/v1/auth/verify-email", object{"email": former, "code": s.register(former)}).Require(s.t, 200))
	asked := s.play(noor.API, "requestEmailChange", "", object{"email": email, "password": password})
	mailed := code(s.t, s.awaitMails(email, 1)[0])
	s.play(noor.API, "confirmEmailChange", "", object{"changeId": asked.Text("changeId"), "code": mailed})
	undo := s.awaitMails(former, 2)[0]
	changeID := regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`).FindString(undo.Text)
	s.play(s.api, "undoEmailChange", "", object{"changeId": changeID, "code": code(s.t, undo)})
	s.awaitMails(former, 3)
}

func (s *story) addresses() {
	address := object{
		"label": "Home", "fullName": "Ada Lovelace", "line1": "Torstr. 12", "postalCode": "10119", "city": "Berlin", "country": "DE",
		"phone": "+49 30 1234567",
	}
	home := s.play(s.ada.API, "addAddress", "", address).Text("id")
	s.play(s.ada.API, "replaceAddress", home, address)
	s.play(s.ada.API, "getAddress", home, nil)
	s.play(s.ada.API, "listAddresses", "", nil)
}

// cart is filled by a guest, who logs in as Ada.
func (s *story) cart() {
	opened := s.play(s.api, "createCart", "", nil)
	guest := s.api.With("X-Cart-Token", opened.Text("cartToken"))
	s.play(guest, "addCartItem", "", object{"productId": s.coffee, "variantId": s.bag, "quantity": 2})
	filled := s.ada.With("X-Cart-Token", opened.Text("cartToken")).Do(s.t, "GET", "/v1/cart", nil).Require(s.t, 200)
	s.play(s.ada.API, "updateCartItem", filled.Text("items.0.id"), object{"quantity": 2})
	more := s.ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 1}).Require(s.t, 201)
	s.recorder.play(s.ada.API, "removeCartItem", more.Text("items.1.id"), nil)
	s.recorder.play(s.ada.API, "addCartCode", "", object{"code": "WELCOME10"})
	s.play(s.ada.API, "getCart", "", nil)
	s.recorder.play(s.ada.API, "removeCartCode", "WELCOME10", nil)
	s.play(s.ada.API, "listShippingOptions", "?country=DE", nil)
}

func (s *story) checkout() {
	cart := s.ada.Do(s.t, "GET", "/v1/cart", nil).Require(s.t, 200)
	body := object{"shippingMethodId": s.standard, "paymentMethod": "bank_transfer"}
	quoted := s.play(s.ada.API, "quoteCheckout", "?include=addresses,vouchers", body)
	body["cartId"], body["expectedTotal"], body["note"] = cart.Text("id"), quoted.Number("total"), "Ring twice."
	placed := s.play(s.ada.API, "checkout", "", body).Require(s.t, 201)
	s.recorder.play(s.ada.API, "checkout", "", body).Require(s.t, 200)
	s.order, s.line = placed.Text("id"), placed.Text("items.0.id")
	s.play(s.ada.API, "getOrder", s.order, nil)
	s.play(s.ada.API, "listOrders", "?limit=1", nil)
	s.play(s.admin, "listAllOrders", "?limit=1", nil)
}

// guest orders without an account and looks the order up.
func (s *story) guest() {
	s.t.Helper()
	const email = "grace@example.com"
	order := s.guestOrder(email)
	s.awaitMails(email, 1)
	asked := object{"number": order.Text("number"), "email": email}
	s.play(s.api, "lookUpOrder", "", asked)
	s.settled()
	asked = object{"number": order.Text("number"), "email": email, "code": code(s.t, s.awaitMails(email, 2)[0])}
	opened := s.play(s.api, "verifyOrderLookup", "", asked)
	guestID := order.Text("customer.id")
	s.play(s.admin, "listGuests", "?q=grace", nil)
	s.play(s.admin, "getGuest", guestID, nil)
	s.play(s.admin, "exportGuestAsAdmin", guestID, nil)
	proved := s.api.With("X-Order-Token", opened.Text("orderToken"))
	s.play(proved, "exportGuest", "", nil)
	s.play(proved, "eraseGuest", "", nil)
	s.play(s.ada.API, "claimOrders", "", nil)
	other := s.guestOrder("linus@example.com").Text("customer.id")
	s.play(s.admin, "eraseGuestAsAdmin", other, object{"reason": "Asked for by a signed request."})
}

// guestOrder orders filter papers for a guest.
func (s *story) guestOrder(email string) kit.Answer {
	s.t.Helper()
	cart := s.api.Do(s.t, "POST", "/v1/carts", nil).Require(s.t, 201)
	caller := s.api.With("X-Cart-Token", cart.Text("cartToken"))
	caller.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 1}).Require(s.t, 201)
	return caller.Do(s.t, "POST", "/v1/checkout", object{
		"shippingMethodId": s.standard, "paymentMethod": "bank_transfer", "contact": object{"email": email, "fullName": "Grace"},
		"shipTo": object{"fullName": "Grace", "line1": "Torstr. 12", "postalCode": "10119", "city": "Berlin", "country": "DE"},
	}).Require(s.t, 201)
}

// delivery brings the order to Ada.
func (s *story) delivery() {
	s.seller()
	s.play(s.admin, "updateOrder", s.order, object{"metadata": object{"erp.id": "SO-4711"}})
	s.play(s.admin, "changeShipTo", s.order, object{
		"fullName": "Ada Lovelace", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "country": "DE",
	})
	s.play(s.admin, "changeBillTo", s.order, object{
		"fullName": "Ada Lovelace", "company": "Analytical Engines Ltd", "line1": "St. James's Square 12", "postalCode": "SW1Y 4JH",
		"city": "London", "country": "GB",
	})
	s.play(s.admin, "addOrderNote", s.order, object{"text": "She will fetch it on Friday."})
	s.play(s.admin, "markOrderPaid", s.order, nil)
	s.play(s.admin, "markOrderUnpaid", s.order, object{"reason": "The money was for another order."})
	s.admin.Do(s.t, "POST", "/v1/admin/orders/"+s.order+"/mark-paid", nil).Require(s.t, 200)
	s.play(s.admin, "processOrder", s.order, nil)
	s.clock.advance(3 * time.Minute)
	shipped := s.play(s.admin, "shipOrder", s.order, object{
		"carrier": "DHL", "trackingNumber": "00340001", "trackingUrl": "https://dhl.de/00340001",
		"estimatedDeliveryAt": "2026-11-23T09:00:00.000Z",
	})
	s.play(s.ada.API, "getTracking", s.order, nil)
	s.play(s.admin, "trackOrder", s.order, object{
		"shipmentId": shipped.Text("shipments.0.id"), "status": "in_transit", "location": "Leipzig", "externalId": "dhl-1",
	})
	s.play(s.admin, "deliverOrder", s.order, object{"shipmentId": shipped.Text("shipments.0.id")})
	s.play(s.admin, "refundOrder", s.order, object{"amount": 2, "reason": "It came late."})
	s.play(s.admin, "failRefund", s.play(s.admin, "listRefunds", "?status=pending", nil).Text("data.0.id"),
		object{"reason": "The account is closed."})
	again := s.admin.Do(s.t, "POST", "/v1/admin/orders/"+s.order+"/refund", object{"amount": 2, "reason": "It came late."}).Require(s.t, 200)
	s.play(s.admin, "confirmRefund", again.Text("refunds.1.id"), object{"reference": "2026-11-20 / 4711"})
	buyer := s.play(s.admin, "getAnyOrder", s.order, nil).Text("customer.id")
	s.play(s.admin, "getTrackingAsAdmin", s.order, nil)
	s.play(s.admin, "listOrderCustomers", "?ids="+buyer, nil)
	s.play(s.admin, "getSales", "?from=2026-11-19T00:00:00Z&to=2026-11-21T00:00:00Z", nil)
	s.play(s.admin, "countOrders", "", nil)
	s.play(s.admin, "exportOrders", "?status=completed", nil)
}

// returns sends one of the two bags back.
func (s *story) returns() {
	body := object{"items": []object{{"orderItemId": s.line, "quantity": 1}}, "reason": "One is enough."}
	first := s.ada.Do(s.t, "POST", "/v1/orders/"+s.order+"/returns", body).Require(s.t, 201)
	s.play(s.admin, "listAllReturns", "?status=requested", nil)
	s.play(s.ada.API, "listReturns", s.order, nil)
	s.play(s.ada.API, "listOwnReturns", "?status=requested", nil)
	s.play(s.admin, "rejectReturn", first.Text("id"), object{"reason": "It was opened."})
	asked := s.play(s.ada.API, "requestReturn", s.order, body).Text("id")
	s.play(s.admin, "getReturn", asked, nil)
	s.play(s.admin, "approveReturn", asked, nil)
	s.play(s.admin, "receiveReturn", asked, object{"items": []object{{"orderItemId": s.line, "quantity": 1, "restock": true}}})
}

func (s *story) reviews() {
	written := s.play(s.ada.API, "createReview", "", object{"productId": s.coffee, "rating": 5, "message": "Tastes of chocolate."}).Text("id")
	s.play(s.ada.API, "updateReview", written, object{"rating": 5})
	s.play(s.ada.API, "getReview", written, nil)
	s.play(s.ada.API, "listOwnReviews", "", nil)
	s.play(s.api, "listProductReviews", s.coffee, nil)
	s.play(s.admin, "hideReview", written, object{"reason": "It names another shop."})
	s.play(s.admin, "showReview", written, nil)
	s.play(s.admin, "listReviews", "?status=visible", nil)
}

// moreOrders are one by card for another person, which Ada cancels, and one that the shop cancels.
func (s *story) moreOrders() {
	s.play(s.ada.API, "reorder", s.order, nil)
	to := object{"fullName": "Grace", "contactPhone": "+49 30 1234567", "address": "Torstr. 12, 10119 Berlin"}
	body := object{"shippingMethodId": s.standard, "paymentMethod": "card", "recipient": to}
	byCard := s.ada.Do(s.t, "POST", "/v1/checkout", body).Require(s.t, 201).Text("id")
	kit.Eventually(s.t, "the payment is prepared", func() error {
		if got := s.ada.Do(s.t, "GET", "/v1/orders/"+byCard+"/payment", nil).Require(s.t, 200); got.At("clientSecret") == nil {
			return errors.New(string(got.Body))
		}
		return nil
	})
	s.play(s.ada.API, "getOrderPayment", byCard, nil)
	s.paidByStripe(byCard)
	s.play(s.admin, "listPaymentTasks", "?limit=1", nil)
	s.play(s.ada.API, "listRecipients", "", nil)
	saved := s.ada.Do(s.t, "GET", "/v1/orders/"+byCard, nil).Require(s.t, 200).Text("recipientId")
	s.play(s.ada.API, "getRecipient", saved, nil)
	s.play(s.ada.API, "cancelOrder", byCard, object{"reason": "She moved."})
	s.failedCall(body)

	s.ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 1}).Require(s.t, 201)
	last := s.ada.Do(s.t, "POST", "/v1/checkout", object{"shippingMethodId": s.standard, "paymentMethod": "cash_on_delivery"}).
		Require(s.t, 201).Text("id")
	s.play(s.ada.API, "changePayment", last, object{"method": "bank_transfer"})
	s.play(s.admin, "cancelOrderAsAdmin", last, object{"reason": "It got wet."})
	s.comesBack()
	s.withdraws()
	s.ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 1}).Require(s.t, 201)
	s.play(s.ada.API, "emptyCart", "", nil)
}

// statements are uploaded: one transfer pays its order, one is booked for another order, one is no
// order's.
func (s *story) statements() {
	place := func() kit.Answer {
		s.ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 1}).Require(s.t, 201)
		return s.ada.Do(s.t, "POST", "/v1/checkout", object{"shippingMethodId": s.standard, "paymentMethod": "bank_transfer"}).Require(s.t, 201)
	}
	exact, other := place(), place()
	amount := fmt.Sprintf("%.2f", exact.Number("total"))
	contentType, form := kit.FileForm(s.t, "2026-11-20-camt053.xml", statementOf(s.iban(),
		cameIn{"2026112000004711", amount, exact.Text("number"), "Ada Lovelace"}, cameIn{"2026112000004712", amount, "Thank you", "Ada Lovelace"},
		cameIn{"2026112000004713", "12.50", "Credit note 4711", "Muster Coffee GmbH"}))
	upload := func(query string, status int) kit.Answer {
		s.clock.advance(time.Second)
		got := s.admin.With("Content-Type", contentType).Do(s.t, "POST", "/v1/admin/payments/statements"+query, form).Require(s.t, status)
		s.keep("uploadStatement", object{"file": "(the bytes of 2026-11-20-camt053.xml)"}, got.Status, got.Header, got.Body)
		return got
	}
	upload("?dryRun=true", 200)
	uploaded := upload("", 201)
	s.play(s.admin, "listStatements", "", nil)
	s.play(s.admin, "getStatement", uploaded.Text("id"), nil)
	entryOf := func(reference string) string {
		return s.admin.Do(s.t, "GET", "/v1/admin/payments/entries?q="+reference, nil).Require(s.t, 200).Text("data.0.id")
	}
	s.play(s.admin, "bookStatementEntry", entryOf("2026112000004712"), object{"orderId": other.Text("id")})
	s.play(s.admin, "ignoreStatementEntry", entryOf("2026112000004713"), object{"reason": "A refund of the supplier's."})
	s.play(s.admin, "listStatementEntries", "?state=booked&limit=1", nil)
	for _, o := range []kit.Answer{exact, other} {
		s.admin.Do(s.t, "POST", "/v1/admin/orders/"+o.Text("id")+"/cancel", object{"reason": "It got wet."}).Require(s.t, 200)
	}
}

// comesBack has a parcel come back, a part of its order cancelled, and staff open a return of the
// rest.
func (s *story) comesBack() {
	s.ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 2}).Require(s.t, 201)
	order := s.ada.Do(s.t, "POST", "/v1/checkout", object{"shippingMethodId": s.standard, "paymentMethod": "cash_on_delivery"}).
		Require(s.t, 201)
	orderID, path := order.Text("id"), "/v1/admin/orders/"+order.Text("id")
	s.admin.Do(s.t, "POST", path+"/process", nil).Require(s.t, 200)
	sent := s.admin.Do(s.t, "POST", path+"/ship", object{}).Require(s.t, 200).Text("shipments.0.id")
	s.play(s.admin, "endUndelivered", orderID, object{"shipmentId": sent, "outcome": "returned"})
	one := []object{{"orderItemId": order.Text("items.0.id"), "quantity": 1}}
	s.play(s.admin, "cancelOrderItems", orderID, object{"items": one, "reason": "It is sold out."})
	s.admin.Do(s.t, "POST", path+"/ship", object{}).Require(s.t, 200)
	s.admin.Do(s.t, "POST", path+"/deliver", nil).Require(s.t, 200)
	s.play(s.admin, "openReturn", orderID, object{"items": one, "reason": "She called."})
}

// withdraws has someone withdraw without an order at hand, staff contest that and find the order,
// and Ada withdraw from hers.
func (s *story) withdraws() {
	buy := func() kit.Answer {
		s.ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 1}).Require(s.t, 201)
		return s.ada.Do(s.t, "POST", "/v1/checkout", object{"shippingMethodId": s.standard, "paymentMethod": "cash_on_delivery"}).
			Require(s.t, 201)
	}
	first, second := buy(), buy()
	declared := s.play(s.api, "declareWithdrawal", "", object{
		"orderNumber": first.Text("number"), "fullName": "Ada Lovelace", "email": adaEmail,
		"items": []object{{"text": "The filter papers", "quantity": 1}},
	}).Text("id")
	s.play(s.admin, "listWithdrawals", "?state=received", nil)
	s.play(s.admin, "contestWithdrawal", declared, object{"reason": "Please tell us your order's number."})
	s.play(s.admin, "matchWithdrawal", declared, object{"orderId": first.Text("id")})
	s.play(s.admin, "getWithdrawal", declared, nil)
	s.play(s.ada.API, "withdrawFromOrder", second.Text("id"), object{})
}

// failedCall has an admin ask the card provider again for what it refused: the cancellation of a
// payment.
func (s *story) failedCall(checkout object) {
	s.ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 1}).Require(s.t, 201)
	unpaid := s.ada.Do(s.t, "POST", "/v1/checkout", checkout).Require(s.t, 201).Text("id")
	s.settled()
	s.ada.Do(s.t, "POST", "/v1/orders/"+unpaid+"/cancel", object{}).Require(s.t, 200)
	s.settled()
	tasks := "/v1/admin/payments/tasks?orderId=" + unpaid
	kit.Eventually(s.t, "the payment is cancelled", func() error {
		s.clock.advance(time.Second)
		if got := s.admin.Do(s.t, "GET", tasks, nil).Require(s.t, 200); got.Text("data.0.kind") != "cancel" ||
			got.Text("data.0.status") != "done" {
			return fmt.Errorf("got %s", got.Body)
		}
		return nil
	})
	failed := s.database().Exec(`UPDATE payments_tasks SET status = 'failed', last_error = 'stripe: 500 api_error' WHERE kind = 'cancel'
		AND order_id = ?`, unpaid)
	if failed.Error != nil || failed.RowsAffected != 1 {
		s.t.Fatalf("%d rows: %v", failed.RowsAffected, failed.Error)
	}
	task := s.admin.Do(s.t, "GET", tasks, nil).Require(s.t, 200).Text("data.0.id")
	s.play(s.admin, "retryPaymentTask", task, nil)
}

// paidByStripe sends what Stripe says of the card, dated as the story is.
func (s *story) paidByStripe(orderID string) {
	var event map[string]any
	if err := json.Unmarshal(s.stripe.Pay(s.stripe.Intent(orderID)), &event); err != nil {
		s.t.Fatal(err)
	}
	event["created"] = s.clock.Now().Unix()
	intent := event["data"].(map[string]any)["object"].(map[string]any)
	for _, aside := range []string{"payment_method", "payment_method_types", "automatic_payment_methods", "last_payment_error", "processing"} {
		delete(intent, aside) // the document is to be small
	}
	raw := encoded(s.t, event)
	s.play(s.api.With("Stripe-Signature", stripe.Sign(raw)), "receiveStripeEvent", "", raw)
	kit.Eventually(s.t, "the order is paid", func() error {
		if got := s.ada.Do(s.t, "GET", "/v1/orders/"+orderID, nil).Require(s.t, 200); got.Text("paymentStatus") != "paid" {
			return fmt.Errorf("got %s", got.Body)
		}
		return nil
	})
}
