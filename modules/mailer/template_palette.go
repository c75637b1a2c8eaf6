package mailer

import (
	"math"
	"strconv"

	shop "orderd/modules/shop/events"
)

// palette are the colors of an email that follow the shop's color. Every On… is that of the text on
// it. The others stand in templates/layout.html.
type palette struct {
	Button, OnButton     string
	Code, OnCode         string
	DarkCode, OnDarkCode string // where the reader prefers dark
	Quote, DarkQuote     string // the line beside a quotation
}

// defaultPalette is that of shop.DefaultMailColor: its codes and quotations have paler shades.
var defaultPalette = palette{
	Button: shop.DefaultMailColor, OnButton: "#fff", Code: "#eef2ff", OnCode: "#1e3a8a",
	DarkCode: "#312e81", OnDarkCode: "#e0e7ff", Quote: "#c7d2fe", DarkQuote: "#6366f1",
}

// paletteOf is the palette of a color as the settings have it: "#rrggbb", or "" before they have
// come.
func paletteOf(color string) palette {
	if color == "" || color == shop.DefaultMailColor {
		return defaultPalette
	}
	on := textOn(color)
	return palette{
		Button: color, OnButton: on, Code: color, OnCode: on, DarkCode: color, OnDarkCode: on, Quote: color,
		DarkQuote: color,
	}
}

// textOn is black or white, whichever contrasts more with the color (WCAG 2.2, contrast ratio).
func textOn(color string) string {
	l := luminance(color)
	if onBlack, onWhite := (l+0.05)/0.05, 1.05/(l+0.05); onBlack > onWhite {
		return "#000"
	}
	return "#fff"
}

// luminance is the relative luminance of a color "#rrggbb" (WCAG 2.2): 0 is black, 1 is white.
func luminance(color string) float64 {
	rgb, err := strconv.ParseUint(color[1:], 16, 24)
	if err != nil {
		return 0 // no color: the settings have been checked
	}
	linear := func(shift int) float64 {
		c := float64(rgb>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}
