package media

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"iter"

	libwebp "github.com/gen2brain/webp"
	"golang.org/x/image/webp"
)

// How WebP is encoded. The method is between 0, which is fast, and 6. Of a picture of 1920 × 1440
// pixels 4 takes three times as long as 2, for files that are as large.
const (
	webpQuality = 80
	webpMethod  = 2
)

// encodeWebP encodes a picture with libwebp, which runs as WebAssembly inside the process. It takes
// about 36 bytes a pixel, and can't be interrupted.
func encodeWebP(picture image.Image) ([]byte, error) {
	var b bytes.Buffer
	if err := libwebp.Encode(&b, straightAlpha(picture),
		libwebp.Options{Quality: webpQuality, Method: webpMethod}); err != nil {
		return nil, fmt.Errorf("media: encode a picture: %w", err)
	}
	return b.Bytes(), nil
}

// straightAlpha returns a picture whose colours are not multiplied with how opaque they are:
// libwebp takes the bytes of an image.RGBA as if they were not.
func straightAlpha(picture image.Image) image.Image {
	if isOpaque(picture) {
		return picture
	}
	out := image.NewNRGBA(image.Rect(0, 0, picture.Bounds().Dx(), picture.Bounds().Dy()))
	draw.Draw(out, out.Rect, picture, picture.Bounds().Min, draw.Src)
	return out
}

// usesSystemLibrary reports whether the binary was built without the tag nodynamic and has found a
// libwebp of the system.
func usesSystemLibrary() bool { return libwebp.Dynamic() == nil }

func isWebP(data []byte) bool {
	return len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
}

// chunksOfWebP yields the chunks of a WebP (RFC 9649, 2.3), as far as they are whole.
func chunksOfWebP(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(name string, content []byte) bool) {
		for at := 12; at+8 <= len(data); {
			size := int64(binary.LittleEndian.Uint32(data[at+4:]))
			if size > int64(len(data)-at-8) || !yield(string(data[at:at+4]), data[at+8:at+8+int(size)]) {
				return
			}
			at += 8 + int(size+size%2)
		}
	}
}

// chunkOfWebP is the first chunk with the name, or nil.
func chunkOfWebP(data []byte, name string) []byte {
	for n, content := range chunksOfWebP(data) {
		if n == name {
			return content
		}
	}
	return nil
}

// pixelsOfWebP is the WebP with nothing but its size, its colours and its transparency, or nil when
// that is no WebP.
func pixelsOfWebP(data []byte) []byte {
	const transparent = 0x10
	if !isWebP(data) {
		return nil
	}
	out := []byte("RIFF\x00\x00\x00\x00WEBP")
	for name, content := range chunksOfWebP(data) {
		switch name {
		case "VP8X":
			if len(content) != 10 {
				return nil
			}
			content = append([]byte{content[0] & transparent, 0, 0, 0}, content[4:]...)
		case "ALPH", "VP8 ", "VP8L":
		default:
			continue
		}
		out = binary.LittleEndian.AppendUint32(append(out, name...), uint32(len(content)))
		if out = append(out, content...); len(content)%2 == 1 {
			out = append(out, 0)
		}
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	if _, err := webp.DecodeConfig(bytes.NewReader(out)); err != nil {
		return nil
	}
	return out
}
