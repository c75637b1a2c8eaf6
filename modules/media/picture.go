package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
	"golang.org/x/sync/semaphore"

	"orderd/platform/fault"
)

// The limits of an upload.
const (
	maxFile   = 8 << 20
	maxPixels = 40_000_000
	// maxProgressiveCMYK limits the pixels of a progressive JPEG of four colours: until the last
	// scan is read, each takes 16 bytes beside those of the picture. 40 megapixels would take more
	// than a gigabyte.
	maxProgressiveCMYK = 16_000_000
	// maxScans is the most that the marker of a scan may be there in a JPEG. A progressive one has
	// about ten; each costs a pass over all pixels, however few bytes it has.
	maxScans = 100
	// maxStored limits what the pixels take when they are encoded anew. Those of a WebP with
	// transparency become a PNG; what would take more stays as it is.
	maxStored = 16 << 20
)

// The types that are stored.
const (
	typeJPEG = "image/jpeg"
	typePNG  = "image/png"
	typeWebP = "image/webp"
)

var extensions = map[string]string{typeJPEG: ".jpg", typePNG: ".png", typeWebP: ".webp"}

// format is a kind of picture that is taken.
type format struct {
	header  func(data []byte) bool
	config  func(r io.Reader) (image.Config, error)
	decode  func(r io.Reader) (image.Image, error)
	exif    func(data []byte) []byte
	profile func(data []byte) []byte
	stored  string // how opaque pixels are stored
}

var pngHeader = []byte("\x89PNG\r\n\x1a\n")

// formats are recognized by their first bytes: neither the file's name nor the type that the client
// names decides.
var formats = []format{
	{func(b []byte) bool {
		return bytes.HasPrefix(b, []byte("\xff\xd8\xff"))
	}, jpeg.DecodeConfig, jpeg.Decode, exifOfJPEG, profileOfJPEG, typeJPEG},
	{func(b []byte) bool {
		return bytes.HasPrefix(b, pngHeader)
	}, png.DecodeConfig, png.Decode, exifOfPNG, profileOfPNG, typePNG},
	{isWebP, webp.DecodeConfig, webp.Decode, exifOfWebP, profileOfWebP, typeJPEG},
}

// pictures decodes and encodes. It keeps the pixels that are in memory at once to those of one
// picture of the largest size: while it is decoded, that takes half a gigabyte, or 0.8 when it is a
// progressive JPEG whose colours are as fine as its brightness.
type pictures struct {
	pixels *semaphore.Weighted
	stored int // maxStored
}

func newPictures() *pictures { return &pictures{semaphore.NewWeighted(maxPixels), maxStored} }

// encodedPicture is what is stored of a picture.
type encodedPicture struct {
	content       []byte
	contentType   string
	width, height int
}

// accept decodes an upload and encodes its pixels anew, in the colours of sRGB and turned as its
// EXIF data says. All else that the file holds is dropped. It returns fault.ValidationFailed at
// /file: BadFormat for what is no JPEG, PNG or WebP or is broken, OutOfRange for more than 40
// megapixels, or 16 of a progressive CMYK JPEG, by its header alone; and fault.BodyTooLarge when
// the pixels take more than 16 MiB.
func (p *pictures) accept(ctx context.Context, data []byte) (encodedPicture, error) {
	f, config, err := inspect(data)
	if err != nil {
		return encodedPicture{}, err
	}
	done, err := p.reserve(ctx, config)
	if err != nil {
		return encodedPicture{}, err
	}
	defer done()
	picture, err := f.decode(bytes.NewReader(data))
	if err != nil || picture.Bounds().Empty() {
		return encodedPicture{}, badFile(fault.BadFormat, "is broken: it can't be decoded")
	}
	asSent := picture
	picture = orient(toSRGB(picture, f.profile(data)), orientationOf(f.exif(data)))
	contentType := f.stored
	if !isOpaque(picture) {
		contentType = typePNG
	}
	encoded, err := encodeOriginal(picture, contentType)
	if err != nil || len(encoded.content) <= p.stored {
		return encoded, err
	}
	if pixels := pixelsOfWebP(data); pixels != nil && picture == asSent {
		encoded.content, encoded.contentType = pixels, typeWebP
		return encoded, nil
	}
	return encodedPicture{}, fault.New(fault.BodyTooLarge, "The pixels of the picture take more than 16 MiB.")
}

// inspect finds the format and the size of a picture, without decoding it.
func inspect(data []byte) (format, image.Config, error) {
	if isAnimated(data) {
		return format{}, image.Config{}, badFile(fault.BadFormat, "is animated: only still pictures are taken")
	}
	for _, f := range formats {
		if !f.header(data) {
			continue
		}
		config, err := f.config(bytes.NewReader(data))
		switch {
		case err != nil, config.Width <= 0, config.Height <= 0, bytes.Count(data, []byte("\xff\xda")) > maxScans &&
			bytes.HasPrefix(data, []byte("\xff\xd8")):
			return format{}, image.Config{}, badFile(fault.BadFormat, "is broken: it can't be decoded")
		case config.Width > maxPixels/config.Height:
			return format{}, image.Config{}, badFile(fault.OutOfRange, "must have at most 40 megapixels")
		case config.ColorModel == color.CMYKModel && config.Width > maxProgressiveCMYK/config.Height && isProgressive(data):
			return format{}, image.Config{}, badFile(fault.OutOfRange,
				"must have at most 16 megapixels as a progressive JPEG in CMYK")
		}
		return f, config, nil
	}
	return format{}, image.Config{}, badFile(fault.BadFormat, "must be a JPEG, PNG or WebP picture")
}

// isProgressive reports whether a JPEG is decoded in several scans (ITU T.81, B.1.1.3). One whose
// frame is not found counts as such.
func isProgressive(data []byte) bool {
	for marker := range segmentsOfJPEG(data) {
		if marker == 0xc0 || marker == 0xc1 {
			return false
		}
	}
	return true
}

func badFile(code fault.Code, detail fault.Text) error {
	return fault.Invalid(fault.Field{Pointer: "/file", Code: code, Detail: detail})
}

// reserve waits until the pixels of a picture may be in memory; done gives their place back.
func (p *pictures) reserve(ctx context.Context, config image.Config) (done func(), err error) {
	pixels := int64(config.Width) * int64(config.Height)
	if err := p.pixels.Acquire(ctx, pixels); err != nil {
		return nil, fmt.Errorf("media: wait for the pictures before: %w", err)
	}
	return func() { p.pixels.Release(pixels) }, nil
}

var errNoPicture = errors.New("media: a stored picture is none")

// decodeStored decodes what is stored. image.Decode would leave it to the order of imports which of
// the two packages for WebP reads it.
func decodeStored(content []byte) (image.Image, error) {
	for _, f := range formats {
		if !f.header(content) {
			continue
		}
		picture, err := f.decode(bytes.NewReader(content))
		if err != nil {
			return nil, fmt.Errorf("media: decode a stored picture: %w", err)
		}
		return picture, nil
	}
	return nil, errNoPicture
}
