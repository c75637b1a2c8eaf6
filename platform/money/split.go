package money

import (
	"cmp"
	"math/bits"
	"slices"
)

// Split divides total by weights; the parts add up to total. Each part is its exact share rounded
// down. The cents left over go one each to the largest remainders, among equal ones to the first
// (the largest remainder method). So a part differs from its share by less than a cent, and is not
// above its weight when total is not above the sum of the weights. Weights that are all zero count
// as equal.
//
// Split panics on a negative weight, and on a total without weights.
func Split(total Cents, weights []int64) []Cents {
	parts := make([]Cents, len(weights))
	if total == 0 {
		return parts
	}
	if len(weights) == 0 {
		panic("money: an amount to split and no weights")
	}
	sum := uint64(0)
	for _, w := range weights {
		if w < 0 {
			panic("money: a negative weight")
		}
		sum += uint64(w)
	}
	if sum == 0 {
		return Split(total, slices.Repeat([]int64{1}, len(weights)))
	}
	sign, amount := Cents(1), uint64(total)
	if total < 0 {
		sign, amount = -1, -amount
	}

	left := amount
	order := make([]int, len(weights))
	remainders := make([]uint64, len(weights))
	for i, w := range weights {
		hi, lo := bits.Mul64(amount, uint64(w))
		share, remainder := bits.Div64(hi, lo, sum)
		parts[i], remainders[i], order[i] = sign*Cents(share), remainder, i
		left -= share
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainders[b], remainders[a]) })
	for _, i := range order[:left] {
		parts[i] += sign
	}
	return parts
}
