package storefront

import "testing"

// A message leads to what it is about.
func TestPathOfAMessage(t *testing.T) {
	t.Parallel()
	for want, data := range map[string]object{
		"/orders/o1":                {"type": "order", "orderId": "o1"},
		"/account/points":           {"type": "loyalty_entry"},
		"/wholesale/WHS-4071826651": {"type": "application", "trackingId": "WHS-4071826651"},
		"":                          {"type": "application"},
	} {
		if got := (notification{Data: data}).Path(); got != want {
			t.Errorf("%v leads to %q, want %q", data, got, want)
		}
	}
}
