package media

import (
	"image"
	"testing"
)

// BenchmarkToSRGB converts a photo of 12 megapixels.
func BenchmarkToSRGB(b *testing.B) {
	picture := image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420)
	for i := range picture.Y {
		picture.Y[i] = uint8(i * 31)
	}
	profile := profileWith(displayP3, curveOfSRGB)
	for b.Loop() {
		toSRGB(picture, profile)
	}
}
