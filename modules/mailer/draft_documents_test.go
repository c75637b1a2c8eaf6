package mailer

import (
	"bytes"
	"strings"
	"testing"

	invoices "orderd/modules/invoices/events"
	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/files"
	"orderd/platform/id"
)

// documentOf is the event of an invoice with a PDF, of which the module knows the sum alone.
func documentOf(address string, pdf []byte) invoices.DocumentIssued {
	return invoices.DocumentIssued{
		DocumentID: id.New(), Number: "RE-2026-000042", Kind: invoices.KindInvoice, OrderID: id.New(), OrderNumber: "ORD-4071826651",
		UserID: id.New(), Locale: "de", IssuedAt: requested, DueAt: new(expected), Net: 6338, Tax: 1039, Gross: 7377,
		Taxes: []ordering.Tax{
			{Rate: 1900, Category: "S", Net: 4965, Tax: 943, Gross: 5908}, {Rate: 550, Category: "S", Net: 1373, Tax: 96, Gross: 1469},
		},
		PDFSHA256: files.Sum(pdf), Email: address, FullName: "Maria Schmidt",
	}
}

// A document is mailed with the very bytes of its PDF.
func TestDocumentsAreAttached(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		first, second := []byte("%PDF-1.7 an invoice"), bytes.Repeat([]byte("%PDF-1.7 a cancellation\r\n\x00"), 5000)
		for _, content := range [][]byte{first, second} {
			if _, err := files.Put(s.DB, content); err != nil {
				t.Fatal(err)
			}
		}
		invoice := documentOf("invoice@example.com", first)
		s.Publish(t, invoice)
		m := s.awaitMessages(t, invoice.Email, 1)[0]
		if m.Subject != "Ihre Rechnung RE-2026-000042" || len(m.Attachments) != 1 ||
			m.Attachments[0].Name != "RE-2026-000042.pdf" || !bytes.Equal(m.Attachments[0].Content, first) {
			t.Errorf("%q has %d files: %+v", m.Subject, len(m.Attachments), m.Attachments)
		}
		for _, text := range []string{"Maria Schmidt", "USt. 5,5 % auf 13,73 €: 0,96 €", "Gesamtbetrag: 73,77 €", "26.11.2026"} {
			if !strings.Contains(m.Text, text) {
				t.Errorf("the mail lacks %q:\n%s", text, m.Text)
			}
		}

		replacing := documentOf("replaced@example.com", first)
		replacing.RefersTo = &invoices.Reference{ID: id.New(), Number: "RE-2026-000041"}
		replacing.Replaced = &invoices.Cancellation{ID: id.New(), Number: "ST-2026-000003", PDFSHA256: files.Sum(second)}
		cancellation := documentOf("replaced@example.com", second)
		cancellation.Kind, cancellation.Number = invoices.KindCancellation, "ST-2026-000003"
		cancellation.ReplacedBy = &invoices.Reference{ID: replacing.DocumentID, Number: replacing.Number}
		s.Publish(t, cancellation, replacing)
		m = s.awaitMessages(t, replacing.Email, 1)[0]
		if len(m.Attachments) != 2 || m.Attachments[1].Name != "ST-2026-000003.pdf" || !bytes.Equal(m.Attachments[1].Content, second) {
			t.Errorf("the replacement has %d files", len(m.Attachments))
		}
		if n := rows(t, s.DB, "recipient = ?", replacing.Email); n != 1 {
			t.Errorf("a replaced invoice has %d mails", n)
		}
	})
}

// A guest's mail has none of the buyer's words, and a correction names its invoice.
func TestCorrectionsAreMailed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		content := []byte("%PDF-1.7 a correction")
		if _, err := files.Put(s.DB, content); err != nil {
			t.Fatal(err)
		}
		for kind, subject := range map[invoices.Kind]string{
			invoices.KindCorrection:   "Correction RK-2026-000007 of your invoice",
			invoices.KindCancellation: "Cancellation RK-2026-000007 of your invoice",
		} {
			e := documentOf(string(kind)+"@example.com", content)
			e.Kind, e.Number, e.Locale, e.Guest, e.DueAt = kind, "RK-2026-000007", "en", true, nil
			e.RefersTo = &invoices.Reference{ID: id.New(), Number: "RE-2026-000042"}
			s.Publish(t, e)
			m := s.awaitMessages(t, e.Email, 1)[0]
			if m.Subject != subject || !strings.Contains(m.Text, "RE-2026-000042") || strings.Contains(m.Text, "Maria") || len(m.Attachments) != 1 {
				t.Errorf("%s: %q with %d files:\n%s", kind, m.Subject, len(m.Attachments), m.Text)
			}
		}
	})
}

// A file that is gone never comes back: the mail fails for good. An event without an address, as
// after an erasure, has no mail.
func TestDocumentsWithoutAFile(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		erased := documentOf("", []byte("nothing"))
		gone := documentOf("gone@example.com", []byte("gone"))
		s.Publish(t, erased, gone)
		e := s.awaitStatus(t, gone.Email, emailFailed)
		if e.Kind != events.KindInvoiceIssued || !strings.Contains(orEmpty(e.LastError), "RE-2026-000042.pdf is not there") {
			t.Errorf("%s failed by %q", e.Kind, orEmpty(e.LastError))
		}
		if n := rows(t, s.DB, "1 = 1"); n != 1 {
			t.Errorf("%d emails", n)
		}
	})
}

// Why there is no VAT stands in the mail of a document, as it does on the document.
func TestMailsOfDocumentsWithoutVAT(t *testing.T) {
	t.Parallel()
	words := map[ordering.TaxReason][2]string{
		ordering.TaxReasonSmallBusiness:  {"No VAT is charged: small business", "da Kleinunternehmer"},
		ordering.TaxReasonExport:         {"VAT exempt export", "Steuerfreie Ausfuhrlieferung"},
		ordering.TaxReasonIntraCommunity: {"VAT exempt intra-Community supply", "Steuerfreie innergemeinschaftliche Lieferung"},
	}
	rows := map[string]wording{}
	for reason, said := range words {
		for _, kind := range []invoices.Kind{invoices.KindInvoice, invoices.KindCorrection} {
			for i, locale := range []string{"en", "de"} {
				e := documentOf(maria, nil)
				e.Kind, e.Locale, e.Taxes = kind, locale, []ordering.Tax{{Rate: 0, Reason: &reason, Net: 6487, Gross: 6487}}
				if kind == invoices.KindCorrection {
					e.RefersTo = &invoices.Reference{ID: id.New(), Number: "RE-2026-000041"}
				}
				rows[string(kind)+" "+locale+" "+string(reason)] = wording{
					draft: documentIssued(e), says: []string{said[i]}, not: []string{"VAT 0", "USt. 0"},
				}
			}
		}
	}
	requireWording(t, rows)
}
