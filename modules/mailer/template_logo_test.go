package mailer

import (
	"strings"
	"testing"

	"orderd/modules/mailer/events"
	media "orderd/modules/media/events"
)

// The shop's logo stands on top of the HTML, within 240 × 48 pixels, and says the shop's name.
// Without one, or one that mails can't show, the name is there as text.
func TestLogo(t *testing.T) {
	t.Parallel()
	const address = "https://shop.example.com/media/1/logo.png"
	picture := func(url string, width, height int) *media.Image {
		return &media.Image{URL: url, Width: &width, Height: &height}
	}
	for name, row := range map[string]struct {
		logo *media.Image
		want string
	}{
		"none":           {nil, `color:#6b7280">Kaffeehaus</td>`},
		"small":          {picture(address, 100, 40), `<img src="` + address + `" alt="Kaffeehaus" width="100" height="40"`},
		"high":           {picture(address, 400, 400), `width="48" height="48"`},
		"wide":           {picture(address, 2400, 300), `width="240" height="30"`},
		"wide and thin":  {picture(address, 9000, 3), `width="240" height="1"`},
		"of no address":  {picture("javascript:alert(1)", 100, 40), `color:#6b7280">Kaffeehaus</td>`},
		"of no size":     {&media.Image{URL: address}, `color:#6b7280">Kaffeehaus</td>`},
		"a name in HTML": {picture(address+`?"><b>`, 100, 40), `alt="Kaffeehaus"`},
	} {
		r := testRenderer()
		r.profile.Logo = row.logo
		got, err := r.render(sample(t, "en", events.KindOrderPaid, full))
		if err != nil {
			t.Fatal(err)
		}
		html, err := got.html()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(html, row.want) || strings.Contains(html, "<b>") {
			t.Errorf("%s: no %s in\n%s", name, row.want, html)
		}
		if !strings.Contains(got.text(), "Kaffeehaus") {
			t.Errorf("%s: %s", name, got.text())
		}
	}
}
