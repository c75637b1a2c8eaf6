package media

import (
	"image"
	"image/color"
	"image/draw"
	"math"
)

// toSRGB returns the picture in the colours of sRGB, as its profile says. Without a profile, and
// with one that is not known, the picture is taken for sRGB, as browsers do without one.
func toSRGB(picture image.Image, profile []byte) image.Image {
	p, known := parseProfile(profile)
	if model := picture.ColorModel(); !known || model == color.GrayModel || model == color.Gray16Model ||
		model == color.CMYKModel || p.isSRGB() {
		return picture
	}
	return p.apply(picture)
}

// apply converts each pixel, row by row. Transparency stays.
func (p *colorProfile) apply(picture image.Image) image.Image {
	b := picture.Bounds()
	size := image.Rect(0, 0, b.Dx(), b.Dy())
	if isOpaque(picture) {
		out := image.NewRGBA(size)
		draw.Draw(out, size, picture, b.Min, draw.Src)
		p.convertPixels(out.Pix)
		return out
	}
	out := image.NewNRGBA(size)
	draw.Draw(out, size, picture, b.Min, draw.Src)
	p.convertPixels(out.Pix)
	return out
}

// convertPixels converts pixels of four bytes, of which the last one is how opaque they are. Those
// beside one another often have one colour.
func (p *colorProfile) convertPixels(pix []byte) {
	var from, to [3]uint8
	to = p.convert(0, 0, 0)
	for ; len(pix) >= 4; pix = pix[4:] {
		if c := [3]uint8(pix[:3]); c != from {
			from, to = c, p.convert(c[0], c[1], c[2])
		}
		copy(pix, to[:])
	}
}

// isSRGB reports whether the profile changes colours by no more than a step in 255.
func (p *colorProfile) isSRGB() bool {
	levels := []uint8{0, 32, 64, 96, 128, 160, 192, 224, 255}
	for _, r := range levels {
		for _, g := range levels {
			for _, b := range levels {
				to := p.convert(r, g, b)
				if apart(to[0], r) > 1 || apart(to[1], g) > 1 || apart(to[2], b) > 1 {
					return false
				}
			}
		}
	}
	return true
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// convert turns a colour into sRGB. One that sRGB does not have becomes the nearest of each
// channel.
func (p *colorProfile) convert(r, g, b uint8) (to [3]uint8) {
	lr, lg, lb := p.curves[0][r], p.curves[1][g], p.curves[2][b]
	for i, m := range p.matrix {
		light := m[0]*lr + m[1]*lg + m[2]*lb
		to[i] = encodedLight[int(min(max(light, 0), 1)*lightSteps+0.5)]
	}
	return to
}

// lightSteps are fine enough for dark colours.
const lightSteps = 1 << 14

// encodedLight is linear light as sRGB encodes it, in steps.
var encodedLight = func() (table [lightSteps + 1]uint8) {
	for i := range table {
		light := float64(i) / lightSteps
		value := 12.92 * light
		if light > 0.0031308 {
			value = 1.055*math.Pow(light, 1/2.4) - 0.055
		}
		table[i] = uint8(value*255 + 0.5)
	}
	return table
}()
