// Package palette makes the colors of pages from three that somebody has chosen, so that whatever
// they are, every text can be read on its ground, and every border seen (WCAG 2.2, contrast ratio).
package palette

import (
	"fmt"
	"math"
	"strconv"
)

// Color is a color of sRGB.
type Color struct{ red, green, blue uint8 }

// Black and White are the ends of every scale.
var (
	Black = Color{}
	White = Color{255, 255, 255}
)

// Parse reads a color as CSS writes it: "#12504a". It reports whether the text is one.
func Parse(text string) (Color, bool) {
	if len(text) != len("#rrggbb") || text[0] != '#' {
		return Color{}, false
	}
	n, err := strconv.ParseUint(text[1:], 16, 24)
	if err != nil {
		return Color{}, false
	}
	return Color{uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// String is the color as CSS writes it.
func (c Color) String() string { return fmt.Sprintf("#%02x%02x%02x", c.red, c.green, c.blue) }

// linear is how much light a channel of sRGB gives, by its value.
var linear = func() (table [256]float64) {
	for i := range table {
		c := float64(i) / 255
		if c <= 0.04045 {
			table[i] = c / 12.92
		} else {
			table[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return table
}()

// Luminance is the relative luminance: 0 is black, 1 is white.
func (c Color) Luminance() float64 {
	return 0.2126*linear[c.red] + 0.7152*linear[c.green] + 0.0722*linear[c.blue]
}

// Contrast is the contrast ratio of two colors: 1 of the same, 21 of black and white.
func Contrast(a, b Color) float64 {
	lighter, darker := a.Luminance(), b.Luminance()
	if lighter < darker {
		lighter, darker = darker, lighter
	}
	return (lighter + 0.05) / (darker + 0.05)
}

// IsDark reports whether white contrasts more with the color than black does.
func (c Color) IsDark() bool { return Contrast(c, White) > Contrast(c, Black) }

// mix is c with a part of another color, from 0 to 1.
func (c Color) mix(other Color, part float64) Color {
	channel := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + part*(float64(b)-float64(a))))
	}
	return Color{channel(c.red, other.red), channel(c.green, other.green), channel(c.blue, other.blue)}
}

// steps are how finely colors are mixed: as finely as they can differ.
const steps = 255

// toward is the first color on the way from c to another one that is as it has to be; that one when
// none is.
func (c Color) toward(other Color, isGood func(Color) bool) Color {
	for i := range steps {
		if mixed := c.mix(other, float64(i)/steps); isGood(mixed) {
			return mixed
		}
	}
	return other
}

// readable is the first color on the way from c to another one that has at least the contrast with
// all grounds.
func (c Color) readable(other Color, contrast float64, grounds ...Color) Color {
	return c.toward(other, func(mixed Color) bool {
		for _, ground := range grounds {
			if Contrast(mixed, ground) < contrast {
				return false
			}
		}
		return true
	})
}
