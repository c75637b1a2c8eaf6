package catalog

import (
	"strconv"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// price parses a retail price in EUR, with or without the sign. It gets the tax that the request
// adds.
func (l *line) price(column, text string) money.Cents {
	return l.amount(column, text, l.header.plan.withTax)
}

// tierPrice is price for a wholesale price, which has no tax where those of the shop have none.
func (l *line) tierPrice(column, text string) money.Cents {
	if l.header.plan.netTiers {
		return l.amount(column, text, func(amount money.Cents) money.Cents { return amount })
	}
	return l.price(column, text)
}

func (l *line) amount(column, text string, withTax func(money.Cents) money.Cents) money.Cents {
	amount, problem := safecsv.ReadAmount(text)
	amount = withTax(amount)
	switch {
	case problem.Text != "":
		l.addError(column, fault.BadFormat, problem.String())
	case amount > maxPrice:
		l.addError(column, fault.OutOfRange, "must be between 0 and "+strconv.Itoa(maxPrice/100))
	}
	return amount
}

// whole parses a whole number.
func (l *line) whole(column, text string, lowest, highest int64) int64 {
	digits, fraction, problem := safecsv.ReadNumber(text, "a whole number")
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case problem.Text != "":
		l.addError(column, fault.WrongType, problem.String())
	case strings.Trim(fraction, "0") != "":
		l.addError(column, fault.WrongType, "must be a whole number")
	case err != nil || n < lowest || n > highest:
		l.addError(column, fault.OutOfRange, "must be between "+strconv.FormatInt(lowest, 10)+" and "+
			strconv.FormatInt(highest, 10))
	}
	return n
}
