package e2e

import (
	"errors"
	"net/http"

	"orderd/test/kit"
)

// seller names who sells, so that documents are issued.
func (s *story) seller() {
	s.admin.Do(s.t, "PUT", "/v1/admin/settings/seller", object{
		"name": "Moka & Co GmbH", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "email": "hello@shop.example",
		"vatId": "DE129273398", "taxNumber": "37/123/45678",
	}).Require(s.t, 200)
}

// documents reads the documents of Ada's order, replaces one of another order, and reports their
// VAT.
func (s *story) documents() {
	var invoice kit.Answer
	kit.Eventually(s.t, "the invoice is issued, and its files are made", func() error {
		invoice = s.ada.Do(s.t, "GET", "/v1/orders/"+s.order+"/invoices", nil).Require(s.t, 200)
		if invoice.Text("data.0.id") == "" {
			return errors.New("there is none")
		}
		if got, err := s.ada.Try("GET", "/v1/invoices/"+invoice.Text("data.0.id")+"/pdf", nil); err != nil || got.Status != 200 {
			return errors.Join(err, errors.New("there is no file"))
		}
		return nil
	})
	documentID := invoice.Text("data.0.id")
	s.play(s.ada.API, "listOrderInvoices", s.order+"?limit=1", nil)
	s.play(s.ada.API, "getInvoice", documentID, nil)
	s.play(s.admin, "listInvoices", "?kind=cancellation", nil)
	s.play(s.admin, "getAnyInvoice", documentID, nil)
	for name, media := range map[string]string{
		"getInvoicePdf": "pdf", "getAnyInvoicePdf": "pdf", "getInvoiceXml": "xml", "getAnyInvoiceXml": "xml", "exportInvoices": "zip",
	} {
		header := http.Header{"Content-Type": {"application/" + media}}
		s.keep(name, nil, 200, header, []byte("(the bytes of a "+media+" file)"))
	}
	s.ada.Do(s.t, "POST", "/v1/cart/items", object{"productId": s.papers, "quantity": 1}).Require(s.t, 201)
	other := s.ada.Do(s.t, "POST", "/v1/checkout", object{"shippingMethodId": s.standard, "paymentMethod": "cash_on_delivery"}).
		Require(s.t, 201).Text("id")
	issued := s.play(s.admin, "issueInvoice", other, nil)
	s.play(s.admin, "reissueInvoice", issued.Text("id"), object{
		"reason": "The buyer has moved.",
		"billTo": object{"fullName": "Ada Lovelace", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "country": "DE"},
	})
	s.play(s.admin, "getTaxReport", "?from=2026-11-01&to=2026-11-30", nil)
}
