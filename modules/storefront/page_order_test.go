package storefront

import (
	"maps"
	"net/http"
	"strings"
	"testing"
)

// The sum of an order is that of all its goods, those that were cancelled since too, and nothing is
// to be paid of a cancelled one.
func TestSumOfACancelledOrder(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	order := func(stage string, cancelled int) page {
		f.api.change("/v1/orders/"+cupID, func(o object) {
			maps.Copy(o, object{
				"stage": stage, "paymentStatus": "unpaid", "subtotal": 38.7,
				"items": []object{{"id": "i1", "name": "Cup", "quantity": 3, "cancelled": cancelled, "unitPrice": 12.9, "lineTotal": 38.7}},
			})
		})
		return f.get("/orders/"+cupID, f.guest(1)).require(t, http.StatusOK, "<dt>3 items</dt><dd>€38.70</dd>")
	}
	order("placed", 1).require(t, http.StatusOK, "1 was cancelled", "Not paid yet")
	order("cancelled", 3).require(t, http.StatusOK, "3 were cancelled").lacks(t, "Not paid yet")
}

// Once an order has moved on, the page that thanked for it says how it stands.
func TestThanksForAnOrder(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	for stage, thanks := range map[string]bool{"awaiting_payment": true, "placed": true, "shipped": false, "cancelled": false} {
		f.api.change("/v1/orders/"+cupID, func(o object) { o["stage"] = stage })
		page := f.get("/orders/"+cupID+"?placed=1", f.guest(1)).require(t, http.StatusOK)
		if got := strings.Contains(page.text, "Thank you for your order"); got != thanks {
			t.Errorf("the page of an order that is %s thanks for it: %t", stage, got)
		}
	}
}

// An order that the buyer collects says where, and is never on its way.
func TestOrderToCollect(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	shipped := object{"tracking": object{"events": []object{{"status": "shipped", "occurredAt": "2026-11-26T12:00:00Z"}}}}
	for stage, want := range map[string]string{"shipped": "Ready to collect", "delivered": "Collected", "placed": "We have your order"} {
		f.api.change("/v1/orders/"+cupID, func(o object) {
			maps.Copy(o, object{"stage": stage, "shippingMethod": object{"name": "Pickup", "kind": "pickup"}, "included": shipped})
		})
		f.get("/orders/"+cupID, f.guest(1)).
			require(t, http.StatusOK, "<h1>"+want+"</h1>", "Collect from", ">Ready to collect", "<dd>Ready to collect").
			lacks(t, "n its way", "Delivery to", "<dd>Sent")
		f.api.change("/v1/orders/"+cupID, func(o object) { o["shippingMethod"] = object{"name": "Parcel", "kind": "delivery"} })
		f.get("/orders/"+cupID, f.guest(1)).require(t, http.StatusOK, "Delivery to", ">On its way", "<dd>Sent").lacks(t, "ollect")
	}
}

// A parcel of which nothing is known but that it has left leaves no blank line.
func TestParcelWithoutCarrier(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	parcel := object{"id": "s1", "carrier": nil, "trackingNumber": nil, "trackingUrl": nil, "estimatedDeliveryAt": nil}
	f.api.change("/v1/orders/"+cupID, func(o object) { o["shipments"] = []object{parcel} })
	f.get("/orders/"+cupID, f.guest(1)).require(t, http.StatusOK).lacks(t, "<p></p>")
	parcel["carrier"] = "DHL"
	f.get("/orders/"+cupID, f.guest(1)).require(t, http.StatusOK, "<p>DHL</p>")
}
