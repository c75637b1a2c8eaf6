package loyalty

import (
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// worth is what points are worth in EUR, exactly: 2000 points are 7.50 EUR.
type worth int64

// The worth of a point is 375 hundred-thousandths of a EUR.
const (
	worthOfPoint = 375
	worthDigits  = 5
)

// MarshalJSON writes EUR as a number without idle zeros: 500 points are 1.875.
func (w worth) MarshalJSON() ([]byte, error) {
	digits := strconv.FormatInt(int64(w)*worthOfPoint, 10)
	if missing := worthDigits + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - worthDigits
	return []byte(strings.TrimRight(strings.TrimRight(digits[:point]+"."+digits[point:], "0"), ".")), nil
}

// Schema is the amount's schema.
func (worth) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double"}
}
