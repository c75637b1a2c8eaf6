package e2e

import (
	"fmt"
	"strings"
	"testing"

	"orderd/test/kit"
)

// cameIn is a transfer in a bank statement.
type cameIn struct {
	reference, amount, text, name string
}

// statementOf is a statement of the shop's account, as camt.053.
func statementOf(iban string, transfers ...cameIn) []byte {
	entries := make([]string, len(transfers))
	for i, c := range transfers {
		entries[i] = fmt.Sprintf(`<Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
			<BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>%s</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>%s</Nm></Dbtr>
			<DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls></NtryDtls>
			</Ntry>`, c.amount, c.reference, c.name, c.text)
	}
	return []byte(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>` + iban +
		`</IBAN></Id></Acct>` + strings.Join(entries, "") + `</Stmt></BkToCstmrStmt></Document>`)
}

// iban is that of the shop's account.
func (s *shop) iban() string {
	s.t.Helper()
	if got := s.admin.Do(s.t, "GET", "/v1/admin/settings/bank", nil).Require(s.t, 200).Text("values.iban"); got != "" {
		return got
	}
	return s.admin.Do(s.t, "PUT", "/v1/admin/settings/bank", object{"iban": "DE02120300000000202051"}).Require(s.t, 200).Text("values.iban")
}

func (s *shop) uploadStatement(transfers ...cameIn) kit.Answer {
	s.t.Helper()
	contentType, form := kit.FileForm(s.t, "november.xml", statementOf(s.iban(), transfers...))
	return s.admin.With("Content-Type", contentType).Do(s.t, "POST", "/v1/admin/payments/statements", form)
}

// While an order is unpaid, everything that says how to pay it names the account that the shop has
// now, in text and in parts, and what is due now.
func TestTheAccountOfNow(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := s.customer("ada")
		s.iban()
		orderID := s.orderFor(ada, productID, methodID, object{
			"paymentMethod": "bank_transfer", "recipient": object{"fullName": "Grace", "contactPhone": "+49 30 1", "address": "Torstr. 12, Berlin"},
		}).Text("id")
		s.admin.Do(t, "PUT", "/v1/admin/settings/bank", object{"iban": "DE89370400440532013000", "holder": "Moka & Co"}).Require(t, 200)
		kit.Eventually(t, "both operations name the new account", func() error {
			payment := ada.Do(t, "GET", "/v1/orders/"+orderID+"/payment", nil).Require(t, 200)
			included := ada.Do(t, "GET", "/v1/orders/"+orderID+"?include=payment", nil).Require(t, 200)
			text := payment.Text("instructions")
			if payment.Text("transfer.iban") != "DE89370400440532013000" || payment.Text("transfer.holder") != "Moka & Co" ||
				text != included.Text("included.payment.instructions") || text != included.Text("payment.instructions") ||
				!strings.Contains(text, "to Moka & Co, DE89 3704 0044 0532 0130 00, with") {
				return fmt.Errorf("%s, %s", payment.Body, included.Body)
			}
			return nil
		})
	})
}

// A bank statement pays the order whose amount it brings, as the next request shows, and once: with
// 20 uploads at once, too. What is booked by hand for other orders is received, is to be refunded
// beyond what is due, and goes back when the order is cancelled.
func TestBankStatements(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := s.customer("ada")
		place := func() (orderID, number string) {
			o := s.orderFor(ada, productID, methodID, object{
				"paymentMethod": "bank_transfer", "recipient": object{"fullName": "Grace", "contactPhone": "+49 30 1", "address": "Torstr. 12, Berlin"},
			})
			return o.Text("id"), o.Text("number")
		}
		requires := func(orderID string, want kit.Fields) {
			t.Helper()
			s.admin.Do(t, "GET", "/v1/admin/orders/"+orderID, nil).Require(t, 200).RequireFields(t, want)
		}
		exact, number := place()
		over, overNumber := place()
		closed, closedNumber := place()
		s.admin.Do(t, "POST", "/v1/admin/orders/"+closed+"/cancel", object{"reason": "x"}).Require(t, 200)
		iban := s.iban()
		file := statementOf(iban, cameIn{"1", "24.89", strings.ToLower(number), "Ada"}, cameIn{"2", "30.00", overNumber, "Over"},
			cameIn{"3", "24.89", closedNumber, "Closed"}, cameIn{"4", "24.89", number, "Twice"})
		contentType, form := kit.FileForm(t, "november.xml", file)
		statuses := kit.StatusesAtOnce(t, 20, func(int) (kit.Answer, error) {
			return s.admin.With("Content-Type", contentType).Try("POST", "/v1/admin/payments/statements", form)
		})
		if statuses[201] != 20 {
			t.Fatalf("%v", statuses)
		}
		requires(exact, kit.Fields{"paymentStatus": "paid", "payment.received": 24.89, "payment.due": 0})
		entries := "/v1/admin/payments/entries?state=open"
		s.admin.Do(t, "GET", entries, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 3})
		book := func(name, match string) {
			t.Helper()
			e := s.admin.Do(t, "GET", entries+"&q="+name, nil).Require(t, 200)
			e.RequireFields(t, kit.Fields{"meta.total": 1, "data.0.match": match})
			s.admin.Do(t, "POST", "/v1/admin/payments/entries/"+e.Text("data.0.id")+"/book", nil).Require(t, 200)
		}
		book("Over", "over")
		requires(over, kit.Fields{"paymentStatus": "paid", "payment.received": 30, "payment.refundable": 30})
		book("Closed", "closed")
		requires(closed, kit.Fields{"payment.received": 24.89, "refunds.0.amount": 24.89, "refunds.0.status": "pending", "refunds.#": 1})
		book("Twice", "double")
		requires(exact, kit.Fields{"paymentStatus": "paid", "payment.received": 49.78, "payment.refundable": 49.78})
		s.uploadStatement(cameIn{"1", "24.89", number, "Ada"}).Require(t, 201).RequireFields(t, kit.Fields{"entries.known": 1,
			"entries.total": 1})
		audit := s.admin.Do(t, "GET", "/v1/admin/audit?name=payments.transfer_received.v1", nil).Require(t, 200)
		audit.RequireFields(t, kit.Fields{"meta.total": 4})
	})
}
