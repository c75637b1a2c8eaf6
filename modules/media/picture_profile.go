package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"math"
)

// maxProfile is the largest colour profile that is read.
const maxProfile = 4 << 20

// profileOfJPEG is the ICC profile of a JPEG, or nil: its segments APP2, each with its number and
// how many there are, are put together (ICC.1, B.4).
func profileOfJPEG(data []byte) []byte {
	header := []byte("ICC_PROFILE\x00")
	parts := map[byte][]byte{}
	var count byte
	for marker, segment := range segmentsOfJPEG(data) {
		if part, found := bytes.CutPrefix(segment, header); found && marker == 0xe2 && len(part) > 2 {
			parts[part[0]], count = part[2:], part[1]
		}
	}
	var profile []byte
	for n := range int(count) {
		profile = append(profile, parts[byte(n+1)]...)
	}
	return profile
}

// profileOfPNG is the ICC profile of a PNG, or nil: the chunk iCCP has a name, a method and the
// compressed profile (PNG, 11.3.2.3).
func profileOfPNG(data []byte) []byte {
	_, packed, found := bytes.Cut(chunkOfPNG(data, "iCCP"), []byte{0})
	if !found || len(packed) < 1 {
		return nil
	}
	r, err := zlib.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(r, maxProfile))
	if err != nil {
		return nil
	}
	return profile
}

// profileOfWebP is the chunk ICCP of a WebP (RFC 9649, 2.7.1.4), or nil.
func profileOfWebP(data []byte) []byte { return chunkOfWebP(data, "ICCP") }

// colorProfile turns the colours of a picture into linear light of sRGB: each channel by its curve,
// then all three by a matrix.
type colorProfile struct {
	curves [3][256]float64
	matrix [3][3]float64
}

// fromPCS turns colours of the profile connection space, XYZ at D50, into linear sRGB (IEC
// 61966-2-1 with the adaptation of ICC.1, annex E).
var fromPCS = [3][3]float64{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// parseProfile reads an ICC profile of three primaries and curves (ICC.1, 8.4.3), as those of
// cameras, phones and screens are. ok is false for any other one, whose tables are not read, and
// for one that is damaged.
func parseProfile(data []byte) (p colorProfile, ok bool) {
	if len(data) < 132 || string(data[16:20]) != "RGB " || string(data[20:24]) != "XYZ " {
		return p, false
	}
	for channel, name := range []string{"r", "g", "b"} {
		primary, curve := tagOf(data, name+"XYZ"), tagOf(data, name+"TRC")
		if len(primary) < 20 {
			return p, false
		}
		xyz := [3]float64{s15Fixed16(primary[8:]), s15Fixed16(primary[12:]), s15Fixed16(primary[16:])}
		for row := range 3 {
			for n := range 3 {
				p.matrix[row][channel] += fromPCS[row][n] * xyz[n]
			}
		}
		value, known := curveOf(curve)
		if !known {
			return p, false
		}
		for i := range 256 {
			light := value(float64(i) / 255)
			if math.IsNaN(light) {
				return p, false
			}
			p.curves[channel][i] = min(max(light, 0), 1)
		}
	}
	return p, true
}

// tagOf is the content of a tag of a profile, or nil.
func tagOf(data []byte, name string) []byte {
	count := int(min(binary.BigEndian.Uint32(data[128:]), 200))
	for at := 132; count > 0 && at+12 <= len(data); at, count = at+12, count-1 {
		offset, size := uint64(binary.BigEndian.Uint32(data[at+4:])), uint64(binary.BigEndian.Uint32(data[at+8:]))
		if string(data[at:at+4]) == name && offset+size <= uint64(len(data)) {
			return data[offset : offset+size]
		}
	}
	return nil
}

func s15Fixed16(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// curveOf is the function of a tag of type curv or para (ICC.1, 10.6 and 10.18), from 0 to 1.
func curveOf(tag []byte) (value func(float64) float64, known bool) {
	switch {
	case len(tag) >= 12 && string(tag[:4]) == "curv":
		return sampledCurve(tag[12:], int(min(binary.BigEndian.Uint32(tag[8:]), 1<<16)))
	case len(tag) >= 12 && string(tag[:4]) == "para":
		return parametricCurve(int(binary.BigEndian.Uint16(tag[8:])), tag[12:])
	}
	return nil, false
}

func sampledCurve(samples []byte, count int) (value func(float64) float64, known bool) {
	at := func(i int) float64 { return float64(binary.BigEndian.Uint16(samples[2*i:])) }
	switch {
	case len(samples) < 2*count:
		return nil, false
	case count == 0:
		return func(x float64) float64 { return x }, true
	case count == 1:
		gamma := at(0) / 256
		return func(x float64) float64 { return math.Pow(x, gamma) }, true
	}
	return func(x float64) float64 {
		place := x * float64(count-1)
		i := min(int(place), count-2)
		return (at(i) + (at(i+1)-at(i))*(place-float64(i))) / 65535
	}, true
}

// parametricCurve has the parameters g a b c d e f, of which each kind has the first ones.
func parametricCurve(kind int, parameters []byte) (value func(float64) float64, known bool) {
	counts := []int{1, 3, 4, 5, 7}
	if kind >= len(counts) || len(parameters) < 4*counts[kind] {
		return nil, false
	}
	p := [7]float64{1: 1}
	for i := range counts[kind] {
		p[i] = s15Fixed16(parameters[4*i:])
	}
	g, a, b, c, d, e, f := p[0], p[1], p[2], p[3], p[4], p[5], p[6]
	switch kind {
	case 1: // 0 below −b ÷ a
		c, d = 0, -b/a
	case 2: // c below −b ÷ a, and added above
		c, d, e, f = 0, -b/a, p[3], p[3]
	}
	return func(x float64) float64 {
		if kind > 0 && x < d {
			return c*x + f
		}
		return math.Pow(max(a*x+b, 0), g) + e
	}, true
}
