package catalog

import (
	"strconv"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// price parses an amount in EUR, with or without the sign.
func (l *line) price(column, text string) money.Cents {
	amount, problem := safecsv.ReadAmount(text)
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
