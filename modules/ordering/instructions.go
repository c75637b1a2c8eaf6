package ordering

import (
	"fmt"
	"strings"
)

// paymentTexts tell what the buyer has to do, by language and way to pay: amount [1], whom to [2], reference [3], until when [4].
var paymentTexts = map[string]map[string]string{
	"en": {
		bankTransfer:   "Please transfer %[1]s EUR to %[2]s with the reference %[3]s. We keep the goods for you until %[4]s.",
		cashOnDelivery: "Please have %[1]s EUR ready when the order is delivered.",
		invoice:        "An invoice comes with the order. Please transfer %[1]s EUR to %[2]s with the reference %[3]s.",
	},
	"de": {
		bankTransfer:   "Bitte überweisen Sie %[1]s EUR an %[2]s mit dem Verwendungszweck %[3]s. Wir halten die Ware bis zum %[4]s für Sie bereit.",
		cashOnDelivery: "Bitte halten Sie bei der Lieferung %[1]s EUR bereit.",
		invoice:        "Der Bestellung liegt eine Rechnung bei. Bitte überweisen Sie %[1]s EUR an %[2]s mit dem Verwendungszweck %[3]s.",
	},
}

// instructions are what the buyer of a new order has to do to pay it, nil when that is nothing or told elsewhere (card).
func (c *Config) instructions(o *order) *string {
	pattern := paymentTexts[o.Locale][o.PaymentMethod]
	if o.PaidAt != nil || pattern == "" {
		return nil
	}
	amount, payee, due := o.Total.String(), c.ShopName, ""
	if c.BankAccount != "" {
		payee += ", " + c.BankAccount
	}
	day := "2006-01-02"
	if o.Locale == "de" {
		amount, day = strings.Replace(amount, ".", ",", 1), "02.01.2006"
	}
	if o.PaymentDueAt != nil {
		due = o.PaymentDueAt.Format(day)
	}
	told := fmt.Sprintf(pattern, amount, payee, o.Number, due)
	return &told
}
