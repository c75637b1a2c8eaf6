package media

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"runtime"
	"slices"
	"strings"
	"testing"

	"orderd/platform/fault"
	"orderd/test/kit"
)

// webpDot is a WebP of one pixel, without loss.
var webpDot, _ = base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")

func TestBadPictures(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		cup := jpegOf(t, photo(60, 40))
		for name, row := range map[string]struct {
			content []byte
			want    string
		}{
			"empty": {nil, "/file bad_format"},
			"text":  {[]byte("This is no picture."), "/file bad_format"},
			"svg":   {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "/file bad_format"},
			"gif": {[]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff," +
				"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"), "/file bad_format"},
			"html as jpeg":    {[]byte("\xff\xd8\xff<html><script>alert(1)</script></html>"), "/file bad_format"},
			"truncated":       {cup[:len(cup)/2], "/file bad_format"},
			"truncated png":   {pngOf(t, photo(60, 40))[:80], "/file bad_format"},
			"header alone":    {cup[:3], "/file bad_format"},
			"broken png":      {flip(pngOf(t, photo(60, 40)), 60), "/file bad_format"},
			"broken webp":     {flip(webpDot[:len(webpDot)-6], 16), "/file bad_format"},
			"too many pixels": {bomb(8000, 5001), "/file out_of_range"},
			"costly":          {flatJPEG(progressive, 8000, 5000, 4), "/file out_of_range"},
			"bomb":            {bomb(2_000_000_000, 2_000_000_000), "/file bad_format"},
			"too many scans": {slices.Insert(slices.Clone(cup), len(cup)-2, bytes.Repeat([]byte("\xff\xda\x00\x00"), maxScans+1)...),
				"/file bad_format"},
		} {
			got := upload(t, s.admin, "cup.jpg", row.content).Require(t, 422, "validation_failed")
			if !slices.Equal(got.Pointers(), []string{row.want}) {
				t.Errorf("%s: %v, want %s", name, got.Pointers(), row.want)
			}
		}
		upload(t, s.admin, "large.png", make([]byte, maxFile+1)).Require(t, 413, "body_too_large")
		upload(t, s.admin, "larger.png", make([]byte, 2*maxFile)).Require(t, 413, "body_too_large")
		if s.rows(t) != 0 || s.stored(t) != 0 {
			t.Errorf("%d rows and %d objects of refused pictures", s.rows(t), s.stored(t))
		}
	})
}

// A form must be one, with one file.
func TestBadForms(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		dot := pngOf(t, photo(1, 1))
		s.admin.Do(t, "POST", mediaPath, body{"file": "x"}).Require(t, 415, "unsupported_media_type")
		s.admin.With("Content-Type", "image/png").Do(t, "POST", mediaPath, dot).Require(t, 415, "unsupported_media_type")
		s.admin.With("Content-Type", "multipart/form-data").Do(t, "POST", mediaPath, "x").Require(t, 400, "malformed_json")
		contentType, b := form(t, "file", "dot.png", dot)
		sends := s.admin.With("Content-Type", contentType)
		sends.Do(t, "POST", mediaPath, b[:len(b)-10]).Require(t, 400, "malformed_json")
		end := "--" + boundaryOf(contentType) + "--\r\n"
		_, other := form(t, "picture", "dot.png", dot)
		other = append([]byte("--"+boundaryOf(contentType)), other[bytes.Index(other, []byte("\r\n")):]...)
		for want, sent := range map[string]any{
			"/file required": end, "/picture unexpected_field": other,
			"/file not_allowed": append(bytes.TrimSuffix(slices.Clone(b), []byte(end)), b...),
		} {
			if got := sends.Do(t, "POST", mediaPath, sent).Require(t, 422); !slices.Equal(got.Pointers(), []string{want}) {
				t.Errorf("%v, want %s", got.Pointers(), want)
			}
		}
	})
}

func boundaryOf(contentType string) string {
	return strings.TrimPrefix(contentType, "multipart/form-data; boundary=")
}

// A logo of 40 megapixels, and some more, is refused at its place, and nothing of it is kept.
func TestLogoOf40Megapixels(t *testing.T) {
	eachStore(t, func(t *testing.T, s *setup) {
		got := upload(t, s.admin, "logo.png", bomb(8001, 5000)).Require(t, 422, "validation_failed")
		got.RequireFields(t, kit.Fields{
			"errors.0.pointer": "/file", "errors.0.code": "out_of_range", "errors.0.detail": "must have at most 40 megapixels",
		})
		if s.rows(t) != 0 || s.stored(t) != 0 {
			t.Errorf("%d rows, %d objects", s.rows(t), s.stored(t))
		}
	})
}

// The size is known from the header: a bomb costs no memory.
func TestBombCostsNoMemory(t *testing.T) {
	t.Parallel()
	for _, data := range [][]byte{bomb(30000, 30000), bomb(40_000_001, 1), bomb(8001, 5000)} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := newPictures().accept(context.Background(), data)
		runtime.ReadMemStats(&after)
		if !fault.Is(err, fault.ValidationFailed) || after.TotalAlloc-before.TotalAlloc > 100<<20 {
			t.Errorf("%v, after %d MiB", err, (after.TotalAlloc-before.TotalAlloc)>>20)
		}
	}
}

// flatJPEG is a JPEG of one colour: sof is the marker of its frame, which says whether it is
// progressive.
func flatJPEG(sof byte, width, height, components int) []byte {
	segment := func(marker byte, content ...byte) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(2+len(content))), content...)
	}
	frame := []byte{8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(components)}
	scan, last, bitsPerBlock := []byte{byte(components)}, byte(63), 2
	if sof == progressive {
		last, bitsPerBlock = 0, 1
	}
	for c := range byte(components) {
		frame, scan = append(frame, c+1, 0x11, 0), append(scan, c+1, 0)
	}
	// One code, a zero bit, which stands for 0.
	huffman := func(class byte) []byte { return append([]byte{class, 1}, make([]byte, 16)...) }
	blocks := (width + 7) / 8 * ((height + 7) / 8) * components
	return slices.Concat([]byte{0xff, 0xd8},
		segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...), segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...),
		[]byte{0xff}, // a fill byte
		segment(sof, frame...), segment(0xc4, huffman(0)...), segment(0xc4, huffman(0x10)...), segment(0xda, append(scan, 0, last, 0)...),
		make([]byte, blocks*bitsPerBlock/8+1), []byte{0xff, 0xd9})
}

// hideFrame puts a restart marker, which has no length, before the segments of a JPEG. Whoever
// takes the next two bytes for its length finds a baseline frame behind so many bytes.
func hideFrame(data []byte) []byte {
	const restart, app1 = 0xd0, 0xe1
	const begin, end = 8, 4 + (0xff00 | app1) // of what is passed over in the content of app1
	content := make([]byte, 0xffff-2)
	copy(content[end-begin:], []byte{0xff, baseline, 0, 2})
	return slices.Concat(data[:2], []byte{0xff, restart, 0xff, app1, 0xff, 0xff}, content, data[2:])
}

const baseline, progressive = 0xc0, 0xc2

// A progressive JPEG in CMYK that would take a gigabyte is refused by its header. All others have
// up to 40 megapixels.
func TestCostlyJPEGs(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		sof                       byte
		width, height, components int
		refused                   bool
	}{
		{progressive, 8000, 5000, 4, true}, {progressive, 4001, 4000, 4, true}, {progressive, 65500, 245, 4, true},
		{progressive, 4000, 4000, 4, false},
		{progressive, 8000, 5000, 3, false}, {progressive, 8000, 5000, 1, false}, {baseline, 8000, 5000, 4, false},
		{baseline, 8000, 5000, 3, false},
	} {
		_, _, err := inspect(flatJPEG(row.sof, row.width, row.height, row.components))
		if row.refused != (err != nil) {
			t.Errorf("%+v: %v", row, err)
		}
	}
	if _, _, err := inspect(hideFrame(flatJPEG(progressive, 8000, 5000, 4))); !fault.Is(err, fault.ValidationFailed) {
		t.Errorf("with a hidden frame: %v", err)
	}
	var before, after runtime.MemStats
	data := flatJPEG(progressive, 8000, 5000, 4)
	runtime.ReadMemStats(&before)
	_, err := newPictures().accept(t.Context(), data)
	runtime.ReadMemStats(&after)
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; !fault.Is(err, fault.ValidationFailed) || took > 100 {
		t.Errorf("%v, after %d MiB", err, took)
	}
	for _, components := range []int{1, 3, 4} {
		if p, err := newPictures().accept(t.Context(), flatJPEG(progressive, 800, 500, components)); err != nil || p.width != 800 {
			t.Errorf("progressive, %d components: %v", components, err)
		}
		if p, err := newPictures().accept(t.Context(), hideFrame(flatJPEG(progressive, 800, 500, components))); err != nil || p.width != 800 {
			t.Errorf("progressive with a hidden frame, %d components: %v", components, err)
		}
	}
}

// Pictures of odd shapes are taken, and no copy is empty.
func TestOddShapes(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{1, 1}, {40_001, 1}, {1, 40_001}, {3, 2}} {
		p, err := newPictures().accept(t.Context(), pngOf(t, photo(size.X, size.Y)))
		if err != nil || p.width != size.X || p.height != size.Y {
			t.Errorf("%v: %d x %d, %v", size, p.width, p.height, err)
		}
		for _, r := range newMedium("x.png", p, storeDatabase, testTime).renditions() {
			if r.Height < 1 || r.Width >= size.X || r.Height > maxRenditionHeight {
				t.Errorf("%v has a copy of %d x %d", size, r.Width, r.Height)
			}
		}
	}
}

// A copy of a picture of an odd shape costs no more memory than one of any other.
func TestCopyOfALongPictureCostsLittleMemory(t *testing.T) {
	for _, size := range []image.Point{{8_000_000, 1}, {321, 40_000}} {
		picture := image.NewGray(image.Rectangle{Max: size})
		for i := range picture.Pix {
			picture.Pix[i] = 200
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		out := shrink(picture, 320, max(1, size.Y*320/size.X))
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 192 {
			t.Errorf("%v took %d MiB", size, took)
		}
		if b := out.Bounds(); !like(out.At(b.Dx()/2, b.Dy()/2), color.RGBA{200, 200, 200, 255}) {
			t.Errorf("%v has the colour %v", size, out.At(b.Dx()/2, b.Dy()/2))
		}
	}
}

// Transparency stays, and so do the colours of what is half transparent.
func TestTransparency(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		faint := photo(400, 400)
		for i := range faint.Pix {
			faint.Pix[i] /= 2
		}
		got := s.uploaded(t, "logo.png", pngOf(t, faint))
		s.awaitRendition(t, got, 0)
		small := s.served(t, s.renditionURL(got, 0)).Require(t, 200)
		p := decoded(t, small.Body)
		for at, want := range map[image.Point]color.NRGBA{
			{5, 5}: {200, 0, 0, 127}, {300, 5}: {0, 200, 0, 127}, {5, 300}: {0, 0, 200, 127}, {300, 300}: {255, 255, 255, 127},
		} {
			got := color.NRGBAModel.Convert(p.At(at.X, at.Y)).(color.NRGBA)
			for i, c := range [][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}, {got.A, want.A}} {
				if apart(c[0], c[1]) > 24 {
					t.Errorf("%v is %v, want %v (%d)", at, got, want, i)
				}
			}
		}
		if small.Header.Get("Content-Type") != "image/webp" {
			t.Errorf("%v", small.Header)
		}
	})
}

// The original of a WebP becomes a JPEG, or a PNG when it is transparent.
func TestWebP(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		lossy, err := base64.StdEncoding.DecodeString("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=")
		if err != nil {
			t.Fatal(err)
		}
		s.uploaded(t, "dot.webp", lossy).RequireFields(t, kit.Fields{"contentType": "image/jpeg", "name": "dot.jpg", "width": 1.0})
		s.uploaded(t, "dot.webp", webpDot).RequireFields(t, kit.Fields{"contentType": "image/png", "name": "dot.png", "width": 1.0})
	})
}

// What is animated is refused as such; a still GIF is another kind of picture.
func TestAnimatedPictures(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		frame := ",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00"
		table, control := "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff", "!\xf9\x04\x00\x0a\x00\x00\x00"
		animated :=
			"RIFF\x2e\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00"
		apng := slices.Insert(pngOf(t, photo(2, 2)), 33, pngChunk("acTL", make([]byte, 8))...)
		for content, want := range map[string]string{
			table + frame + ";": "must be a JPEG", table + control + frame + control + frame + ";": "is animated", animated: "is animated",
			string(apng): "is animated",
			table:        "must be a JPEG", table + "!": "must be a JPEG", table + frame[:4]: "must be a JPEG",
		} {
			got := upload(t, s.admin, "cup.gif", []byte(content)).Require(t, 422, "validation_failed")
			if detail := got.Text("errors.0.detail"); !strings.HasPrefix(detail, want) {
				t.Errorf("%.30q: %s, want %s", content, detail, want)
			}
		}
	})
}

// A transparent WebP whose pixels would be too many bytes of a PNG keeps its own, without all else.
func TestPixelsOfWebP(t *testing.T) {
	t.Parallel()
	chunk := func(name string, content []byte) []byte {
		b := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(content)))
		return append(append(b, content...), make([]byte, len(content)%2)...)
	}
	extended := slices.Concat([]byte("RIFF\x00\x00\x00\x00WEBP"), chunk("VP8X", []byte{0x3c, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
		chunk("ICCP", []byte("secret")),
		chunk("VP8L", chunkOfWebP(webpDot, "VP8L")), chunk("EXIF", []byte("secret!")), chunk("XMP ", []byte("secret")), []byte("secret"))
	binary.LittleEndian.PutUint32(extended[4:], uint32(len(extended)-8-len("secret")))
	for _, sent := range [][]byte{webpDot, extended} {
		kept := pixelsOfWebP(sent)
		picture, err := decodeStored(kept)
		if err != nil || picture.Bounds() != image.Rect(0, 0, 1, 1) || bytes.Contains(kept, []byte("secret")) {
			t.Errorf("%q: %v", kept, err)
		}
	}
	p := newPictures()
	p.stored = 10
	if kept, err := p.accept(t.Context(), extended); err != nil || kept.contentType != typeWebP || kept.width != 1 {
		t.Errorf("%+v %v", kept, err)
	}
	if _, err := p.accept(t.Context(), pngOf(t, photo(4, 4))); !fault.Is(err, fault.BodyTooLarge) {
		t.Errorf("a PNG: %v", err)
	}
	for n := range extended {
		pixelsOfWebP(extended[:n])
		pixelsOfWebP(flip(extended, n))
	}
	if pixelsOfWebP([]byte("no picture")) != nil {
		t.Error("no WebP has pixels of one")
	}
}

// The pixels are turned as EXIF says, and everything but the pixels is dropped: the place where a
// photo was taken, an archive behind the picture, a comment.
func TestMetadata(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		secrets := []string{"GPS 52.520008 13.404954", "PK\x03\x04 an archive", "made by Ada"}
		for orientation, first := range map[int]color.RGBA{ // the colour of the upper left corner
			1: quarter(0, 0), 2: quarter(1, 0), 3: quarter(1, 1), 4: quarter(0, 1), 5: quarter(0, 0), 6: quarter(0, 1), 7: quarter(1, 1),
			8: quarter(1, 0),
		} {
			sent := append(withEXIF(jpegOf(t, photo(80, 40)), orientation, secrets[0], secrets[2]), secrets[1]...)
			got := s.uploaded(t, "turned.jpg", sent)
			stored := s.served(t, got.Text("url")).Require(t, 200).Body
			picture, size := decoded(t, stored), image.Pt(80, 40)
			if orientation >= 5 {
				size = image.Pt(40, 80)
			}
			if picture.Bounds().Size() != size || got.Number("width") != float64(size.X) || !like(picture.At(4, 4), first) {
				t.Errorf("orientation %d: %v, %v at the upper left", orientation, picture.Bounds(), picture.At(4, 4))
			}
			for _, secret := range append(secrets, "Exif") {
				if bytes.Contains(stored, []byte(secret)) {
					t.Errorf("orientation %d: %q is still there", orientation, secret)
				}
			}
		}
	})
}

// EXIF data may be damaged in any way.
func TestDamagedEXIF(t *testing.T) {
	t.Parallel()
	whole := tiff(6, "somewhere")
	if got := orientationOf(whole); got != 6 {
		t.Fatalf("orientation %d, want 6", got)
	}
	for n := range whole {
		orientationOf(whole[:n])
		orientationOf(flip(whole, n))
	}
	jpg, dot := withEXIF(jpegOf(t, photo(8, 8)), 3, "x", "y"), pngOf(t, photo(1, 1))
	for n := range jpg {
		exifOfJPEG(jpg[:n])
		exifOfJPEG(flip(jpg, n))
	}
	for n := range dot {
		exifOfPNG(flip(dot, n))
	}
	for n := range webpDot {
		exifOfWebP(flip(webpDot, n))
	}
	if got := orientationOf(exifOfPNG(slices.Insert(dot, 33, pngChunk("eXIf", tiff(8, ""))...))); got != 8 {
		t.Errorf("PNG: orientation %d", got)
	}
	chunk := append([]byte("EXIF\x00\x00\x00\x00"), tiff(5, "")...)
	binary.LittleEndian.PutUint32(chunk[4:], uint32(len(chunk)-8))
	if got := orientationOf(exifOfWebP(append(slices.Clone(webpDot), chunk...))); got != 5 {
		t.Errorf("WebP: orientation %d", got)
	}
}

// flip damages a byte.
func flip(data []byte, at int) []byte {
	data = slices.Clone(data)
	data[at] ^= 0xff
	return data
}

// bomb is a PNG that says it has so many pixels.
func bomb(width, height uint32) []byte {
	header := make([]byte, 13)
	binary.BigEndian.PutUint32(header, width)
	binary.BigEndian.PutUint32(header[4:], height)
	header[8], header[9] = 8, 6
	return append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", header)...)
}

func pngChunk(kind string, content []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	chunk = append(append(chunk, kind...), content...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}

// tiff is EXIF data with an orientation, and a text behind it.
func tiff(orientation int, text string) []byte {
	data := []byte("II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00")
	data = append(data, byte(orientation), 0, 0, 0, 0, 0, 0, 0)
	return append(data, text...)
}

// withEXIF puts EXIF data and a comment into a JPEG.
func withEXIF(jpg []byte, orientation int, text, comment string) []byte {
	segment := func(marker byte, content []byte) []byte {
		return append([]byte{0xff, marker, byte((len(content) + 2) >> 8), byte(len(content) + 2)}, content...)
	}
	more := append(segment(0xe1, append(slices.Clone(exifHeader), tiff(orientation, text)...)), segment(0xfe, []byte(comment))...)
	return slices.Insert(slices.Clone(jpg), 2, more...)
}
