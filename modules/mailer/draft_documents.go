package mailer

import (
	invoices "orderd/modules/invoices/events"
	"orderd/modules/mailer/events"
	"orderd/platform/convert"
	"orderd/platform/money"
)

// documentIssued is the email of an order's document, which has its PDF. A cancellation that
// another invoice replaces is in the email of that one.
func documentIssued(e invoices.DocumentIssued) draft {
	if e.ReplacedBy != nil {
		return draft{}
	}
	data := templateData{
		Number: e.OrderNumber, Document: e.Number, Cancels: e.Kind == invoices.KindCancellation,
		Net: money.Cents(e.Net), Total: money.Cents(e.Gross), Taxes: convert.All(e.Taxes, taxOf),
		Attachments: []attachment{pdfOf(e.Number, e.PDFSHA256)},
	}
	if e.RefersTo != nil {
		data.RefersTo = e.RefersTo.Number
	}
	if e.Replaced != nil {
		data.Attachments = append(data.Attachments, pdfOf(e.Replaced.Number, e.Replaced.PDFSHA256))
	}
	if e.Guest {
		data.GuestOrder = e.OrderID
	} else {
		data.Name, data.AccountOrder = e.FullName, e.OrderID
	}
	kind := events.KindCorrectionIssued
	if e.Kind == invoices.KindInvoice {
		kind, data.DueAt, data.OrderTotal = events.KindInvoiceIssued, e.DueAt, new(money.Cents(e.Gross))
	}
	return draft{Kind: kind, To: e.Email, Locale: e.Locale, SubjectID: e.UserID, Data: data}
}

// pdfOf is the PDF of a document.
func pdfOf(number, sum string) attachment {
	return attachment{Name: number + ".pdf", Type: "application/pdf", SHA256: sum}
}
