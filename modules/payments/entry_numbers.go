package payments

import (
	"regexp"
	"slices"
	"strings"
)

// orderNumberIn matches an order number as people and banks write it: in any case, with blanks,
// hyphens and ends of lines anywhere between its characters.
var orderNumberIn = regexp.MustCompile(`(?i)O[\s\p{Z}\p{Pd}]*R[\s\p{Z}\p{Pd}]*D(?:[\s\p{Z}\p{Pd}]*[0-9]){10}`)

// orderNumbers are the order numbers in what a payer has written, as orders have them, each once.
// A number that no order has may be among them.
func orderNumbers(t transfer) (numbers []string) {
	for _, text := range []string{t.Text, t.EndToEndID} {
		for _, found := range orderNumberIn.FindAllString(text, -1) {
			number := "ORD-" + strings.Map(onlyDigits, found)
			if !slices.Contains(numbers, number) {
				numbers = append(numbers, number)
			}
		}
	}
	return numbers
}

// names reports whether the text of the entry names one of the orders with the numbers.
func (e *entry) names(numbers []string) bool {
	if e.Text == nil {
		return false
	}
	return slices.ContainsFunc(orderNumbers(transfer{Text: *e.Text}), func(number string) bool {
		return slices.Contains(numbers, number)
	})
}

func onlyDigits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}
