package media

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// originalQuality is that of a JPEG, of which the smaller copies are made.
const originalQuality = 90

// encodeOriginal encodes a picture as JPEG or PNG. JPEG knows no transparency.
func encodeOriginal(picture image.Image, contentType string) (encodedPicture, error) {
	var b bytes.Buffer
	var err error
	if contentType == typeJPEG {
		err = jpeg.Encode(&b, picture, &jpeg.Options{Quality: originalQuality})
	} else {
		err = png.Encode(&b, picture)
	}
	if err != nil {
		return encodedPicture{}, fmt.Errorf("media: encode a picture: %w", err)
	}
	size := picture.Bounds()
	return encodedPicture{content: b.Bytes(), contentType: contentType, width: size.Dx(), height: size.Dy()}, nil
}

// isOpaque reports whether no pixel is transparent.
func isOpaque(picture image.Image) bool {
	p, ok := picture.(interface{ Opaque() bool })
	return ok && p.Opaque()
}

// orient turns and mirrors the pixels as the orientation of EXIF says (TIFF/EP, 0x0112): 6 is a
// picture whose first row is its right edge.
func orient(picture image.Image, orientation int) image.Image {
	b := picture.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	to := map[int]f64.Aff3{
		2: {-1, 0, w, 0, 1, 0},
		3: {-1, 0, w, 0, -1, h},
		4: {1, 0, 0, 0, -1, h},
		5: {0, 1, 0, 1, 0, 0},
		6: {0, -1, h, 1, 0, 0},
		7: {0, -1, h, -1, 0, w},
		8: {0, 1, 0, -1, 0, w},
	}
	matrix, turned := to[orientation]
	if !turned {
		return picture
	}
	size := image.Rect(0, 0, b.Dx(), b.Dy())
	if orientation >= 5 {
		size = image.Rect(0, 0, b.Dy(), b.Dx())
	}
	out := image.NewRGBA(size)
	draw.NearestNeighbor.Transform(out, matrix, picture, b, draw.Src, nil)
	return out
}

// maxScaled is the longest side that CatmullRom gets. It has 64 bytes in memory for each column of
// the picture, and for each row 32 bytes a column of the copy: of one with 40 megapixels in a few
// columns, or in a few rows, that would be gigabytes.
const maxScaled = 8192

// shrink makes a smaller copy.
func shrink(picture image.Image, width, height int) image.Image {
	size := picture.Bounds().Size()
	if size.X > maxScaled || size.Y > maxScaled {
		picture = scale(draw.ApproxBiLinear, picture, min(size.X, maxScaled), min(size.Y, maxScaled))
	}
	return scale(draw.CatmullRom, picture, width, height)
}

func scale(how draw.Scaler, picture image.Image, width, height int) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	how.Scale(out, out.Bounds(), picture, picture.Bounds(), draw.Src, nil)
	return out
}
