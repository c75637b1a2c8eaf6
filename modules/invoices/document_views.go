package invoices

import (
	"strings"

	"gorm.io/gorm"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// documentView is a document as buyers and staff read it.
type documentView struct {
	ID          string         `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e90"`
	Number      string         `json:"number" example:"RE-2026-000001"`
	Kind        events.Kind    `json:"kind" doc:"Amounts are positive: those of a correction and a cancellation are taken off the invoice." example:"invoice"`
	Live        bool           `json:"live" doc:"An invoice that is not cancelled." example:"true"`
	OrderID     string         `json:"orderId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	OrderNumber string         `json:"orderNumber" example:"ORD-4071826651"`
	RefersTo    *referenceView `json:"refersTo" doc:"The invoice that it takes from, or replaces."`
	IssuedAt    httpapi.Time   `json:"issuedAt"`
	SuppliedAt  *httpapi.Time  `json:"suppliedAt" doc:"Of the first shipment; null before it."`
	DueAt       *httpapi.Time  `json:"dueAt" doc:"Of an order by invoice that was not paid."`
	Reason      *string        `json:"reason" doc:"Why it was replaced." example:"The buyer has moved."`
	Locale      locale.Code    `json:"locale" example:"de"`
	Seller      sellerView     `json:"seller"`
	Buyer       buyerView      `json:"buyer"`
	ShipTo      partyView      `json:"shipTo"`
	Items       []itemView     `json:"items" nullable:"false"`
	Shipping    []shippingView `json:"shipping" nullable:"false" doc:"In the order of taxes."`
	Taxes       []taxView      `json:"taxes" nullable:"false" doc:"Highest rate first."`
	Net         money.Cents    `json:"net" example:"63.38"`
	Tax         money.Cents    `json:"tax" example:"10.39"`
	Gross       money.Cents    `json:"gross" example:"73.77"`
	Payment     paymentView    `json:"payment"`
	CreatedAt   httpapi.Time   `json:"createdAt"`
}

// SchemaName is the name in the document.
func (documentView) SchemaName() string { return "Invoice" }

// Location is the path of a document that staff have issued.
func (v documentView) Location() string { return "/v1/admin/invoices/" + v.ID }

type referenceView struct {
	ID     string `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e91"`
	Number string `json:"number" example:"RE-2026-000001"`
}

// SchemaName is the name in the document.
func (referenceView) SchemaName() string { return "InvoiceReference" }

type sellerView struct {
	Name       string  `json:"name" example:"Moka & Co GmbH"`
	Line1      string  `json:"line1" example:"Torstraße 12"`
	Line2      *string `json:"line2" example:"2. Hof"`
	PostalCode string  `json:"postalCode" example:"10119"`
	City       string  `json:"city" example:"Berlin"`
	Country    string  `json:"country" example:"DE"`
	Email      string  `json:"email" example:"hello@shop.example"`
	VATID      *string `json:"vatId" example:"DE129273398"`
	TaxNumber  *string `json:"taxNumber" example:"37/123/45678"`
}

// SchemaName is the name in the document.
func (sellerView) SchemaName() string { return "InvoiceSeller" }

// partyView is an address on a document.
type partyView struct {
	FullName   string  `json:"fullName" doc:"Blank after the retention, as the rest is." example:"Ada Lovelace"`
	Company    *string `json:"company" example:"Analytical Engines Ltd"`
	Address    string  `json:"address" doc:"One line." example:"Unter den Linden 1, 10117 Berlin"`
	Line1      *string `json:"line1" doc:"null: address alone is known." example:"Unter den Linden 1"`
	Line2      *string `json:"line2" example:"c/o Babbage"`
	PostalCode *string `json:"postalCode" example:"10117"`
	City       *string `json:"city" example:"Berlin"`
	State      *string `json:"state" example:"Berlin"`
	Country    string  `json:"country" example:"DE"`
}

// SchemaName is the name in the document.
func (partyView) SchemaName() string { return "InvoiceAddress" }

// buyerView is to whom a document is addressed.
type buyerView struct {
	partyView
	VATID *string `json:"vatId" example:"FR40303265045"`
}

// SchemaName is the name in the document.
func (buyerView) SchemaName() string { return "InvoiceBuyer" }

type itemView struct {
	OrderItemID *string           `json:"orderItemId" format:"uuid" doc:"null: a price reduction, or the shipping of a correction that names no goods." example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	SKU         *string           `json:"sku" example:"MOKA-6"`
	Name        string            `json:"name" example:"Moka pot"`
	Options     map[string]string `json:"options" nullable:"false" doc:"Of the variant, by name."`
	Quantity    int               `json:"quantity" example:"3"`
	TaxRate     money.Rate        `json:"taxRate" example:"19"`
	Category    taxCategory       `json:"category" example:"S"`
	Net         money.Cents       `json:"net" doc:"After discounts." example:"46.35"`
	Tax         money.Cents       `json:"tax" example:"8.81"`
	Gross       money.Cents       `json:"gross" example:"55.16"`
}

// SchemaName is the name in the document.
func (itemView) SchemaName() string { return "InvoiceItem" }

type shippingView struct {
	TaxRate  money.Rate  `json:"taxRate" example:"19"`
	Category taxCategory `json:"category" example:"S"`
	Net      money.Cents `json:"net" example:"3.3"`
	Tax      money.Cents `json:"tax" example:"0.62"`
	Gross    money.Cents `json:"gross" example:"3.92"`
}

// SchemaName is the name in the document.
func (shippingView) SchemaName() string { return "InvoiceShipping" }

type taxView struct {
	Rate     money.Rate  `json:"rate" example:"19"`
	Category taxCategory `json:"category" example:"S"`
	Reason   *taxReason  `json:"reason" doc:"Why there is no VAT." example:"export"`
	Net      money.Cents `json:"net" example:"49.65"`
	Tax      money.Cents `json:"tax" example:"9.43"`
	Gross    money.Cents `json:"gross" example:"59.08"`
}

// SchemaName is the name in the document.
func (taxView) SchemaName() string { return "InvoiceTax" }

type paymentView struct {
	Method ordering.PaymentMethod `json:"method" example:"invoice"`
	Paid   money.Cents            `json:"paid" doc:"When it was issued." example:"73.77"`
}

// SchemaName is the name in the document.
func (paymentView) SchemaName() string { return "InvoicePayment" }

// viewDocuments shows documents, with whether they are live.
func viewDocuments(db *gorm.DB, rows ...documentRow) ([]documentView, error) {
	live, err := liveAmong(db, convert.All(rows, func(r documentRow) string { return r.ID })...)
	if err != nil {
		return nil, err
	}
	views := make([]documentView, len(rows))
	for n := range rows {
		d, err := rows[n].document()
		if err != nil {
			return nil, err
		}
		views[n] = viewDocument(d, live[d.ID])
	}
	return views, nil
}

func viewDocument(d document, live bool) documentView {
	v := documentView{
		ID: d.ID, Number: d.Number, Kind: d.Kind, Live: live, OrderID: d.OrderID, OrderNumber: d.OrderNumber,
		IssuedAt: httpapi.TimeOf(d.IssuedAt), SuppliedAt: httpapi.TimePtr(d.SuppliedAt), DueAt: httpapi.TimePtr(d.DueAt),
		Reason: d.Reason, Locale: d.Locale, Seller: viewSeller(d.Seller), ShipTo: viewParty(d.ShipTo),
		Buyer: buyerView{viewParty(d.Buyer), d.Buyer.VATID}, Items: convert.All(d.Items, viewItem),
		Shipping: convert.All(d.Shipping, viewShipping), Taxes: convert.All(d.Taxes, viewTax), Net: d.Net, Tax: d.Tax,
		Gross: d.Gross, Payment: paymentView{d.Payment.Method, d.Payment.Paid}, CreatedAt: httpapi.TimeOf(d.IssuedAt),
	}
	if d.RefersTo != nil {
		v.RefersTo = &referenceView{d.RefersTo.ID, d.RefersTo.Number}
	}
	return v
}

func viewSeller(s seller) sellerView {
	return sellerView{
		Name: s.Name, Line1: s.Line1, Line2: s.Line2, PostalCode: s.PostalCode, City: s.City, Country: s.Country,
		Email: s.Email, VATID: s.VATID, TaxNumber: s.TaxNumber,
	}
}

func viewParty(p party) partyView {
	return partyView{
		FullName: p.FullName, Company: p.Company, Address: p.Address, Line1: p.Line1, Line2: p.Line2,
		PostalCode: p.PostalCode, City: p.City, State: p.State, Country: p.Country,
	}
}

func viewItem(i item) itemView {
	v := itemView{
		OrderItemID: i.OrderItemID, SKU: i.SKU, Name: i.Name, Options: i.Options, Quantity: i.Quantity, TaxRate: i.TaxRate,
		Category: i.Category, Net: i.Net, Tax: i.Tax, Gross: i.Gross,
	}
	if v.Options == nil {
		v.Options = map[string]string{}
	}
	return v
}

func viewShipping(t taxRow) shippingView {
	return shippingView{TaxRate: t.Rate, Category: t.Category, Net: t.Net, Tax: t.Tax, Gross: t.Gross}
}

func viewTax(t taxRow) taxView {
	return taxView{Rate: t.Rate, Category: t.Category, Reason: t.Reason, Net: t.Net, Tax: t.Tax, Gross: t.Gross}
}

// line is the parts of an address in one line.
func (p *party) line() string {
	var parts []string
	town := strings.TrimSpace(orEmpty(p.PostalCode) + " " + orEmpty(p.City))
	for _, part := range []string{orEmpty(p.Line1), orEmpty(p.Line2), town, orEmpty(p.State)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}
