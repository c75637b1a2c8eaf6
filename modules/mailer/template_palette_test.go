package mailer

import (
	"math"
	"strings"
	"testing"

	"orderd/modules/mailer/events"
	shop "orderd/modules/shop/events"
)

// Text is black or white, whichever contrasts more: about where both have 4.58.
func TestTextOn(t *testing.T) {
	t.Parallel()
	for color, want := range map[string]string{
		"#000000": "#fff", "#ffffff": "#000", "#4338ca": "#fff", "#ffff00": "#000", "#ff0000": "#000", "#0000ff": "#fff",
		"#757575": "#fff", "#767676": "#000", "#008000": "#fff", "#1e88e5": "#000",
	} {
		if got := textOn(color); got != want {
			t.Errorf("on %s (luminance %.4f): %s, want %s", color, luminance(color), got, want)
		}
	}
	// Examples of WCAG: white is 1, pure green 0.7152.
	for color, want := range map[string]float64{"#000000": 0, "#ffffff": 1, "#00ff00": 0.7152, "#777777": 0.1845} {
		if got := luminance(color); math.Abs(got-want) > 0.0001 {
			t.Errorf("luminance of %s: %.4f, want %.4f", color, got, want)
		}
	}
}

// Buttons, codes and quotations have the shop's color; a shop without one has today's.
func TestColor(t *testing.T) {
	t.Parallel()
	htmlOf := func(color string, kind events.MailKind) string {
		r := testRenderer()
		r.mail = shop.Mail{Color: color}
		got, err := r.render(sample(t, "en", kind, full))
		if err != nil {
			t.Fatal(err)
		}
		html, err := got.html()
		if err != nil {
			t.Fatal(err)
		}
		return html
	}
	code, shipped := htmlOf("#ffcc00", events.KindPasswordCode), htmlOf("#ffcc00", events.KindOrderShipped)
	for part, html := range map[string]string{
		"background:#ffcc00;border-radius:8px;text-align:center;": code, "letter-spacing:4px;color:#000;": code,
		".code { background: #ffcc00 !important; color: #000 !important }": code,
		"background:#ffcc00;border-radius:8px;font-weight:600;color:#000;": shipped,
		"border-left:4px solid #ffcc00":                                    htmlOf("#ffcc00", events.KindOrderPlaced),
	} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in\n%s", part, html)
		}
	}
	if htmlOf("", events.KindOrderShipped) != htmlOf(shop.DefaultMailColor, events.KindOrderShipped) {
		t.Error("no color is not the default one")
	}
}
