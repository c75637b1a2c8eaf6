package faults

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit"
)

// Every operation of the document, called with the ids of another customer's resources, is a 404
// (403 on admins' paths). The answer holds none of the other's data, and nothing has changed.
func TestIsolation(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		goods := w.openShop(t)
		o := w.owner(t, goods)
		w.awaitRest(t)
		ids, before := o.ids(t, w), o.allAnswers(t, w)

		_, stranger := w.customer("stranger")
		for _, op := range w.operations(t) {
			name := op.method + " " + op.path
			g := generator{Rand: kit.Rand(t, name)}
			var body any
			if s := op.schema(); s != nil {
				raw, err := json.Marshal(g.value(s, 0))
				if err != nil {
					t.Fatal(err)
				}
				body = raw
			}
			query := op.needed(g)
			anonymous := w.api().Do(t, op.method, op.with(ids[0])+query, body)
			if !op.public() && anonymous.Status != 401 {
				t.Errorf("%s without a token: %d", name, anonymous.Status)
			}
			tries := ids
			if !op.hasID() {
				if op.method != "GET" {
					continue // acts on the caller's own
				}
				tries = ids[:1]
			}
			for _, id := range tries {
				a := w.api().As(stranger).Do(t, op.method, op.with(id)+query, body)
				switch {
				case op.forAdmin() && a.Status != 403, !op.forAdmin() && op.hasID() && a.Status != 404:
					t.Errorf("%s with another's id %s: %d %s", name, id, a.Status, a.Body)
				}
				if found := containsAny(string(a.Body), o.secrets); len(found) > 0 {
					t.Errorf("%s shows a stranger %s", name, found)
				}
			}
		}
		w.checkForeignIDs(t, o, goods, stranger)
		if after := o.allAnswers(t, w); after != before {
			t.Errorf("a stranger has changed something:\n%s\n%s", before, after)
		}
	})
}

// checkForeignIDs sends ids of the owner's resources in bodies of requests about the
// caller's own: the answer is that of an id that does not exist.
func (w *world) checkForeignIDs(t *testing.T, o owner, goods goods, access string) {
	t.Helper()
	stranger, admin := w.api().As(access), w.asAdmin()
	if err := goods.fill(t.Context(), stranger, 1); err != nil {
		t.Fatal(err)
	}
	checkout := func(change string, value any) object {
		body := object{"shippingMethodId": goods.method, "paymentMethod": "cash_on_delivery", change: value}
		if change == "cartId" {
			body["recipient"] = grace
		}
		return body
	}
	try := func(path string, body object, status int, pointer string) {
		t.Helper()
		caller := stranger
		if strings.HasPrefix(path, "/v1/admin/") {
			caller = admin
		}
		a := caller.Do(t, "POST", path, body)
		if a.Status != status || pointer != "" && !slices.Contains(a.Pointers(), pointer) {
			t.Errorf("%s %v: %d %s", path, body, a.Status, a.Body)
		}
		if found := containsAny(string(a.Body), o.secrets); len(found) > 0 {
			t.Errorf("%s %v shows a stranger %s", path, body, found)
		}
	}
	try("/v1/checkout", checkout("addressId", o.addressID), 422, "/addressId not_allowed")
	try("/v1/checkout", checkout("recipientId", o.recipientID), 422, "/recipientId not_allowed")
	try("/v1/checkout", checkout("cartId", o.cartID), 422, "/cartId not_allowed")
	try("/v1/checkout/quote", checkout("addressId", o.addressID), 200, "")
	try("/v1/checkout/quote", checkout("recipientId", o.recipientID), 200, "")
	try("/v1/cart/discounts", object{"code": o.voucher}, 409, "")

	mine := stranger.Do(t, "POST", "/v1/checkout", goods.checkout()).Require(t, 201)
	if mine.Text("recipientId") == o.recipientID {
		t.Error("two customers share a recipient")
	}
	path, commands := "/v1/orders/"+mine.Text("id"), "/v1/admin/orders/"+mine.Text("id")
	theirs := []object{{"orderItemId": o.orderItemID, "quantity": 1}}
	admin.Do(t, "POST", commands+"/process", nil).Require(t, 200)
	try(commands+"/ship", object{"carrier": "DHL", "trackingNumber": "1", "items": theirs}, 422, "/items/0/orderItemId not_allowed")
	admin.Do(t, "POST", commands+"/ship", object{"carrier": "DHL", "trackingNumber": "1"}).Require(t, 200)
	try(commands+"/deliver", object{"shipmentId": o.shipmentID}, 422, "/shipmentId not_allowed")
	try(commands+"/tracking", object{"shipmentId": o.shipmentID, "status": "in_transit"}, 422, "/shipmentId not_allowed")
	admin.Do(t, "POST", commands+"/deliver", nil).Require(t, 200)
	try(path+"/returns", object{"items": theirs, "reason": "Not mine."}, 422, "/items/0/orderItemId not_allowed")
}
