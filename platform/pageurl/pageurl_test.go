package pageurl

import "testing"

func TestValid(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]bool{
		"https://shop.example/orders/{number}#{token}": true, "http://shop.example/{token}": true, "https://shop.example/orders": false,
		"/orders/{token}": false, "https://u:p@shop.example/{token}": false, "javascript:alert('{token}')": false, "": false,
	} {
		if got := Valid(given, "{token}"); got != want {
			t.Errorf("URL %q: %t", given, got)
		}
	}
}
