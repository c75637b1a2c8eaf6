package storefront

import (
	"math"
	"strconv"
	"strings"
	"time"

	"orderd/platform/money"
)

// wait says how long something takes, rounded up: "40 seconds", "2 minutes", "1 hour".
func (w words) wait(d time.Duration) string {
	unit, n := "seconds", math.Ceil(d.Seconds())
	switch {
	case d > time.Hour:
		unit, n = "hours", math.Ceil(d.Hours())
	case d > time.Minute:
		unit, n = "minutes", math.Ceil(d.Minutes())
	}
	return strings.ReplaceAll(w["wait."+unit+countForm(int(n))], "{n}", strconv.Itoa(int(n)))
}

// wholeCents is an amount with parts of a cent, as points have, without those: what an order would
// take off for it.
func wholeCents(euros float64) money.Cents {
	const rounding = 1e-6 // of the number's binary form
	return money.Cents(math.Floor(euros*100 + rounding))
}
