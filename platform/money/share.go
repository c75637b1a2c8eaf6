package money

import (
	"cmp"
	"math/bits"
	"slices"
)

// Split divides total by weights so that no cent is lost or made: each part is its exact share rounded down, and the cents
// left over go one each to the largest remainders, of equal ones to the first. So a part is never more than a whole cent from its share, and
// never above its weight when total is not above their sum. Weights are not negative; when all are zero they count as equal.
// It panics on a negative weight, and when there is something to split and nobody to get it.
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
