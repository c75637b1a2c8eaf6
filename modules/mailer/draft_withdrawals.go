package mailer

import (
	"time"

	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
)

// Mails about withdrawals greet no one by name: whoever declares one chooses the name and the
// address. That of the receipt has what was declared, as the law asks for (Directive 2011/83,
// article 11a(4)).

func (m *mailer) withdrawalReceived(e ordering.WithdrawalDeclared) draft {
	d := withdrawalDraft(e.Withdrawal, events.KindWithdrawalReceived)
	d.Data.Received = m.momentInShop(e.ReceivedAt, e.Locale)
	d.Data.Declarer, d.Data.DeclaredEmail = e.FullName, e.Email
	d.Data.Whole = e.State == ordering.WithdrawalStateMatched // its order is known
	if len(e.Texts) > 0 {
		d.Data.Items = convert.All(e.Texts, func(t ordering.WithdrawalText) item {
			i := item{Name: t.Text}
			if t.Quantity != nil {
				i.Quantity = *t.Quantity
			}
			return i
		})
	}
	return d
}

func withdrawalContested(e ordering.WithdrawalContested) draft {
	d := withdrawalDraft(e.Withdrawal, events.KindWithdrawalContested)
	d.Data.Reason = e.Reason
	return d
}

// withdrawalDraft makes an email to who declared a withdrawal.
func withdrawalDraft(w ordering.Withdrawal, kind events.MailKind) draft {
	d := draft{
		Kind: kind, To: w.Email, Locale: w.Locale, SubjectID: w.UserID,
		Data: templateData{Number: w.OrderNumber, Items: parcelItems(w.Items)},
	}
	if w.OrderID != nil {
		d.AboutID = *w.OrderID
	}
	return d
}

// zoneOf is where the shop's days begin: UTC, when this machine does not know the zone.
func zoneOf(p *shop.Profile) *time.Location {
	zone, err := time.LoadLocation(p.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// momentInShop is a moment to the second, as people write it where the shop is.
func (m *mailer) momentInShop(at time.Time, locale string) string {
	zone := zoneOf(&m.settings.Current().profile)
	layout := "2 January 2006, 15:04:05"
	if locale == "de" {
		layout = "02.01.2006, 15:04:05 Uhr"
	}
	return at.In(zone).Format(layout) + " (" + zone.String() + ")"
}
