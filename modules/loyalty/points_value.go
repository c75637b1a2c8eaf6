package loyalty

import (
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// pointsValue is a number of points whose JSON is their exact value in EUR: 2000 points are 7.50
// EUR.
type pointsValue int64

// The value of a point is 375 hundred-thousandths of a EUR.
const (
	valueOfPoint  = 375
	valueDecimals = 5
)

// MarshalJSON writes EUR as a number without trailing zeros: 500 points are 1.875.
func (v pointsValue) MarshalJSON() ([]byte, error) {
	digits := strconv.FormatInt(int64(v)*valueOfPoint, 10)
	if missing := valueDecimals + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - valueDecimals
	return []byte(strings.TrimRight(strings.TrimRight(digits[:point]+"."+digits[point:], "0"), ".")), nil
}

// Schema is the amount's schema.
func (pointsValue) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double"}
}
