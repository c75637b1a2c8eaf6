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

// written is what the payer has written: the text, and the EndToEndID when only that names an
// order. What is kept then has all numbers by which an erasure finds the entry.
func (t transfer) written() string {
	inText := orderNumbers(transfer{Text: t.Text})
	if len(orderNumbers(t)) == len(inText) {
		return t.Text
	}
	if t.Text == "" {
		return t.EndToEndID
	}
	return t.Text + " / " + t.EndToEndID // no number reaches over the stroke
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
