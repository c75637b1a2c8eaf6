package invoices

import (
	"time"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// document is a document as it was issued: all that its files say. It is stored as JSON and never
// changes; fields are only ever added, and the zero value of an added one says what documents from
// before said.
//
// Amounts are positive, whatever the kind. Texts are as people typed them: pdf.go and xml.go make
// them fit what they write.
type document struct {
	ID          string      `json:"id"`
	Number      string      `json:"number"` // RE-2026-000001
	Kind        events.Kind `json:"kind"`
	OrderID     string      `json:"orderId"`
	OrderNumber string      `json:"orderNumber"`
	// RefersTo is the invoice that a correction or a cancellation takes from, and the cancelled one
	// that an invoice replaces; else nil.
	RefersTo *reference `json:"refersTo"`

	IssuedAt   time.Time  `json:"issuedAt"`
	SuppliedAt *time.Time `json:"suppliedAt"` // of the first shipment; nil before it
	DueAt      *time.Time `json:"dueAt"`      // of an unpaid order by invoice, else nil
	// The same as days in the shop's time zone, which later settings do not move.
	IssuedOn   day  `json:"issuedOn"`
	SuppliedOn *day `json:"suppliedOn"`
	DueOn      *day `json:"dueOn"`

	Reason *string `json:"reason"` // why another invoice is in its place
	// ReturnID is the return whose goods a correction takes off; nil for others.
	ReturnID *string     `json:"returnId,omitempty"`
	Locale   locale.Code `json:"locale"` // of the order
	// Sample: it was issued by a service in dev mode. The PDF says so across each page.
	Sample bool `json:"sample"`

	Seller seller `json:"seller"`
	Buyer  party  `json:"buyer"`
	ShipTo party  `json:"shipTo"`

	Items    []item   `json:"items"`
	Shipping []taxRow `json:"shipping"` // in the order of Taxes, of those rows that have any
	Taxes    []taxRow `json:"taxes"`    // the highest rate first
	amounts
	Payment payment `json:"payment"`
}

// reference is another document.
type reference struct {
	ID       string `json:"id"`
	Number   string `json:"number"`
	IssuedOn day    `json:"issuedOn"`
}

// day is a day of the calendar: "2026-11-28".
type day string

// seller is who sells. One of VATID and TaxNumber is set; Country is ISO 3166-1 alpha-2.
type seller struct {
	Name       string  `json:"name"`
	Line1      string  `json:"line1"`
	Line2      *string `json:"line2"`
	PostalCode string  `json:"postalCode"`
	City       string  `json:"city"`
	Country    string  `json:"country"`
	Email      string  `json:"email"`
	Phone      *string `json:"phone"`
	VATID      *string `json:"vatId"`
	TaxNumber  *string `json:"taxNumber"`
	Register   *string `json:"register"` // HRB 4711, Berlin
	Managers   *string `json:"managers"`

	// The account for transfers, without blanks; Holder is who has it, as banks know them.
	IBAN   *string `json:"iban"`
	BIC    *string `json:"bic"`
	Holder *string `json:"holder"`
	Bank   *string `json:"bank"`
}

// party is a buyer or whom an order goes to. Of an address that is known as one line of text,
// Address is that line and the parts are nil; else Address is the parts in one line.
type party struct {
	FullName   string  `json:"fullName"`
	Company    *string `json:"company"`
	Address    string  `json:"address"`
	Line1      *string `json:"line1"`
	Line2      *string `json:"line2"`
	PostalCode *string `json:"postalCode"`
	City       *string `json:"city"`
	State      *string `json:"state"`
	Country    string  `json:"country"`
	VATID      *string `json:"vatId"` // of a buyer with a wholesale account
}

// amounts are what something costs: Net + Tax = Gross.
type amounts struct {
	Net   money.Cents `json:"net"`
	Tax   money.Cents `json:"tax"`
	Gross money.Cents `json:"gross"`
}

// item is a line of a document, after discounts. OrderItemID and SKU are nil in a correction by an
// amount or of the shipping alone, which names no goods.
type item struct {
	OrderItemID *string           `json:"orderItemId"`
	SKU         *string           `json:"sku"`
	Name        string            `json:"name"`
	Options     map[string]string `json:"options"`
	Quantity    int               `json:"quantity"`
	TaxRate     money.Rate        `json:"taxRate"`
	Category    taxCategory       `json:"category"`
	// Shipping: it is the shipping of its row, in a correction that has no other line.
	Shipping bool `json:"shipping,omitempty"`
	amounts
}

// taxRow is what a document charges at one rate and category: in all, or for shipping.
type taxRow struct {
	Rate     money.Rate  `json:"rate"`
	Category taxCategory `json:"category"`
	Reason   *taxReason  `json:"reason"` // why there is no VAT
	amounts
}

// payment is how the order is paid, and how much was when the document was issued: at most its
// gross, and 0 on corrections and cancellations. TakenOff is what the correction that is issued
// together with an invoice takes off it: nobody is asked for that.
type payment struct {
	Method   ordering.PaymentMethod `json:"method"`
	Paid     money.Cents            `json:"paid"`
	TakenOff money.Cents            `json:"takenOff,omitempty"`
}

// taxCategory is why an amount has the VAT that it has, taxReason why none is charged.
type (
	taxCategory = ordering.TaxCategory
	taxReason   = ordering.TaxReason
)

// The categories and the reasons.
const (
	categoryStandard       = ordering.TaxCategoryStandard
	categoryZero           = ordering.TaxCategoryZero
	categoryExempt         = ordering.TaxCategoryExempt
	categoryIntraCommunity = ordering.TaxCategoryIntraCommunity
	categoryExport         = ordering.TaxCategoryExport

	reasonSmallBusiness  = ordering.TaxReasonSmallBusiness
	reasonExport         = ordering.TaxReasonExport
	reasonIntraCommunity = ordering.TaxReasonIntraCommunity
)
