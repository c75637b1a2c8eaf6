package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"
)

// A display's primaries and those of Adobe RGB, in XYZ at D50, as their published profiles have
// them.
var (
	displayP3 = [3][3]float64{{0.51512, 0.2412, -0.00105}, {0.29198, 0.69225, 0.04189}, {0.1571, 0.06657, 0.78407}}
	adobeRGB  = [3][3]float64{{0.60974, 0.31111, 0.01947}, {0.20528, 0.62567, 0.06087}, {0.14919, 0.06322, 0.74457}}
	sRGB      = [3][3]float64{{0.43607, 0.22249, 0.01392}, {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.7141}}
)

// Curves of profiles: that of sRGB by its parameters and by samples, and a gamma of 2.2.
var (
	curveOfSRGB = append([]byte("para\x00\x00\x00\x00\x00\x03\x00\x00"), fixed(2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)...)
	gamma22     = []byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33")
)

func fixed(numbers ...float64) (b []byte) {
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint32(b, uint32(int32(math.Round(n*65536))))
	}
	return b
}

func sampled(gamma float64, count int) []byte {
	b := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), uint32(count))
	for i := range count {
		b = binary.BigEndian.AppendUint16(b, uint16(math.Pow(float64(i)/float64(count-1), gamma)*65535+0.5))
	}
	return b
}

// profileWith is an ICC profile with the primaries and one curve.
func profileWith(primaries [3][3]float64, curve []byte) []byte {
	head := [132]byte{131: 6}
	copy(head[12:], "mntrRGB XYZ ")
	profile := slices.Clone(head[:])
	contents := [][]byte{}
	for _, p := range primaries {
		contents = append(contents, append([]byte("XYZ \x00\x00\x00\x00"), fixed(p[:]...)...))
	}
	contents = append(contents, curve, curve, curve)
	offset := 132 + 6*12
	for i, name := range []string{"rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"} {
		profile = append(profile, name...)
		profile = binary.BigEndian.AppendUint32(profile, uint32(offset))
		profile = binary.BigEndian.AppendUint32(profile, uint32(len(contents[i])))
		offset += len(contents[i])
	}
	return append(profile, slices.Concat(contents...)...)
}

// The colours of sRGB's corners in the other spaces are known; they come back, and what is no sRGB
// colour becomes the nearest.
func TestProfiles(t *testing.T) {
	t.Parallel()
	p3, adobe := profileWith(displayP3, curveOfSRGB), profileWith(adobeRGB, gamma22)
	for _, row := range []struct {
		profile  []byte
		from, to [3]uint8
	}{
		{p3, [3]uint8{234, 51, 35}, [3]uint8{255, 0, 0}}, {p3, [3]uint8{117, 251, 76}, [3]uint8{0, 255, 0}},
		{p3, [3]uint8{0, 0, 245}, [3]uint8{0, 0, 255}},
		{p3, [3]uint8{255, 255, 255}, [3]uint8{255, 255, 255}}, {p3, [3]uint8{128, 128, 128}, [3]uint8{128, 128, 128}},
		{p3, [3]uint8{255, 0, 0}, [3]uint8{255, 0, 0}},
		{adobe, [3]uint8{219, 0, 0}, [3]uint8{255, 0, 0}}, {adobe, [3]uint8{144, 255, 60}, [3]uint8{0, 255, 0}},
		{adobe, [3]uint8{0, 0, 250}, [3]uint8{0, 0, 255}},
		{adobe, [3]uint8{127, 127, 127}, [3]uint8{128, 128, 128}},
		{profileWith(adobeRGB, sampled(2.2, 1024)), [3]uint8{219, 0, 0}, [3]uint8{255, 0, 0}},
	} {
		p, ok := parseProfile(row.profile)
		if !ok {
			t.Fatal("the profile is not known")
		}
		to := p.convert(row.from[0], row.from[1], row.from[2])
		for i := range to {
			if apart(to[i], row.to[i]) > 3 {
				t.Errorf("%v becomes %v, want %v", row.from, to, row.to)
				break
			}
		}
	}
	for _, same := range [][]byte{profileWith(sRGB, curveOfSRGB), nil, []byte("no profile"),
		bytes.Replace(p3, []byte("RGB "), []byte("CMYK"), 1)} {
		if picture := photo(4, 4); toSRGB(picture, same) != image.Image(picture) {
			t.Errorf("%.40q changes a picture", same)
		}
	}
	for n := range p3 { // damaged in any way
		for _, damaged := range [][]byte{p3[:n], flip(p3, n), flip(adobe, min(n, len(adobe)-1))} {
			toSRGB(image.NewNRGBA(image.Rect(0, 0, 2, 2)), damaged)
		}
	}
}

// A picture with a profile is stored in sRGB, in each format.
func TestPicturesKeepTheirColours(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		profile := profileWith(displayP3, curveOfSRGB)
		flat := image.NewRGBA(image.Rect(0, 0, 40, 40))
		for i := 0; i < len(flat.Pix); i += 4 {
			copy(flat.Pix[i:], []byte{234, 51, 35, 255})
		}
		var packed bytes.Buffer
		packer := zlib.NewWriter(&packed)
		_, _ = packer.Write(profile)
		_ = packer.Close()
		segment := slices.Concat([]byte("ICC_PROFILE\x00\x01\x01"), profile)
		marker := append([]byte{0xff, 0xe2}, binary.BigEndian.AppendUint16(nil, uint16(len(segment)+2))...)
		for name, content := range map[string][]byte{
			"cup.png": slices.Insert(pngOf(t, flat), 33, pngChunk("iCCP", append([]byte("P3\x00\x00"), packed.Bytes()...))...),
			"cup.jpg": slices.Insert(jpegOf(t, flat), 2, append(marker, segment...)...),
		} {
			stored := s.served(t, s.uploaded(t, name, content).Text("url")).Require(t, 200).Body
			if got := decoded(t, stored).At(20, 20); !like(got, color.RGBA{255, 0, 0, 255}) {
				t.Errorf("%s: %v", name, got)
			}
		}
	})
}
