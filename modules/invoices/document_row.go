package invoices

import (
	"encoding/json"
	"time"

	"orderd/modules/invoices/events"
	"orderd/platform/convert"
	"orderd/platform/money"
	"orderd/platform/search"
)

// documentRow is a document as it is stored. The database lets nobody change it, but for the end of
// its retention.
type documentRow struct {
	ID        string `gorm:"primaryKey"`
	Kind      events.Kind
	Series    string // RE-2026
	N         int64
	Year      int
	Number    string
	OrderID   string
	RefersTo  *string `gorm:"column:refers_to_id"`
	Successor *string `gorm:"column:successor_id"` // of a cancellation: the invoice that replaces
	EventID   *string // that it was issued for; nil when staff wanted it
	IssuedAt  time.Time
	Gross     money.Cents `gorm:"column:gross_cents"`
	Content   string      // JSON of a document
	Search    string
	Erased    bool // its retention is over
}

func (documentRow) TableName() string { return "invoices_documents" }

// newDocumentRow makes the row of a document.
func newDocumentRow(d document, n number, eventID, successorID *string) (documentRow, error) {
	content, err := json.Marshal(d)
	r := documentRow{
		ID: d.ID, Kind: d.Kind, Series: n.series(), N: n.n, Year: n.year, Number: d.Number, OrderID: d.OrderID,
		Successor: successorID, EventID: eventID, IssuedAt: d.IssuedAt, Gross: d.Gross, Content: string(content),
		Search: d.searchText(),
	}
	if d.RefersTo != nil {
		r.RefersTo = &d.RefersTo.ID
	}
	return r, err
}

// document is the document of the row.
func (r *documentRow) document() (d document, err error) {
	err = json.Unmarshal([]byte(r.Content), &d)
	return d, err
}

// searchText is what staff find the document by: its number, that of the order, and the buyer's
// name and company.
func (d *document) searchText() string {
	company := ""
	if d.Buyer.Company != nil {
		company = *d.Buyer.Company
	}
	return search.Text(d.Number, d.OrderNumber, d.Buyer.FullName, company)
}

// sign is -1 for what is taken off an invoice.
func (d *document) sign() money.Cents {
	if d.Kind == events.KindInvoice {
		return 1
	}
	return -1
}

// taxScheme is by which scheme VAT is declared.
type taxScheme string

// The schemes.
const (
	schemeDomestic       taxScheme = "domestic"
	schemeOSS            taxScheme = "oss" // one-stop shop: in another member state, at its own rate
	schemeIntraCommunity taxScheme = "intra_community"
	schemeExport         taxScheme = "export"
)

// Values are all of them.
func (taxScheme) Values() []string {
	return convert.Strings(schemeDomestic, schemeOSS, schemeIntraCommunity, schemeExport)
}

// SchemaName is the name in the OpenAPI document.
func (taxScheme) SchemaName() string { return "TaxScheme" }

// reportRow is what a document charges at a rate, for the tax report. Amounts are signed.
type reportRow struct {
	DocumentID string `gorm:"primaryKey"`
	N          int    `gorm:"primaryKey;autoIncrement:false"`
	IssuedAt   time.Time
	Country    string
	Scheme     taxScheme
	Rate       money.Rate
	Category   taxCategory
	Net        money.Cents `gorm:"column:net_cents"`
	Tax        money.Cents `gorm:"column:tax_cents"`
	Gross      money.Cents `gorm:"column:gross_cents"`
}

func (reportRow) TableName() string { return "invoices_rows" }

// reportRows are the rows of a document; schemeOf is the scheme of a category.
func reportRows(d document, country string, schemeOf func(taxRow) taxScheme) []reportRow {
	rows := make([]reportRow, len(d.Taxes))
	for n, t := range d.Taxes {
		rows[n] = reportRow{
			DocumentID: d.ID, N: n, IssuedAt: d.IssuedAt, Country: country, Scheme: schemeOf(t), Rate: t.Rate,
			Category: t.Category, Net: d.sign() * t.Net, Tax: d.sign() * t.Tax, Gross: d.sign() * t.Gross,
		}
	}
	return rows
}
