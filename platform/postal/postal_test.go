package postal_test

import (
	"strings"
	"testing"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/postal"
)

func TestMissing(t *testing.T) {
	t.Parallel()
	for address, want := range map[[3]string]string{
		{"DE", "", ""}: "/a/city /a/postalCode", {"DE", "Berlin", "10117"}: "", {"HK", "", ""}: "", {"QA", "Doha", ""}: "",
		{"QA", "", ""}:       "/a/city",
		{"SG", "", "018956"}: "", {"SG", "", ""}: "/a/postalCode", {"IE", "Cork", ""}: "", {"", "", ""}: "/a/city /a/postalCode",
		{"XK", "Pristina", "10000"}: "",
	} {
		missing := postal.Missing("/a", address[0], address[1], address[2])
		if got := strings.Join(convert.All(missing, func(f fault.Field) string { return f.Pointer }), " "); got != want {
			t.Errorf("%q lacks %q, want %q", address, got, want)
		}
	}
}

func TestIsCountry(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{"DE": true, "XK": true, "GB": true, "XX": false, "UK": false, "de": false, "": false} {
		if got := postal.IsCountry(code); got != want {
			t.Errorf("%q: %v", code, got)
		}
	}
	if n := len(postal.Countries()); n != 250 {
		t.Errorf("%d countries", n)
	}
}
