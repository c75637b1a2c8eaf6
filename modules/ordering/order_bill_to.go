package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/httpapi"
)

// billTo is to whom and where the invoice of an order goes. It is blank in orders from before it
// was kept, and after the erasure of the buyer's account, once the order has ended.
type billTo struct {
	Name    string
	Company *string
	Phone   *string
	Address string       // one line of text, as in shipTo
	Parts   addressParts `gorm:"embedded"`
	Country string       // ISO 3166-1 alpha-2
	// VATID is the VAT id of a wholesale buyer's account at the checkout, whatever its status.
	VATID *string `gorm:"column:vat_id"`
}

// known reports whether the order has one.
func (b *billTo) known() bool { return b.Country != "" }

// billingOf is an address as a billing address.
func billingOf(a shipTo) billTo {
	return billTo{
		Name: a.Name, Company: a.Company, Phone: a.Phone, Address: a.Address, Parts: a.Parts, Country: a.Country,
	}
}

// event is the billing address as events carry it.
func (b *billTo) event() events.BillTo {
	p := b.Parts
	return events.BillTo{
		BillToName: b.Name, BillToCompany: b.Company, BillToPhone: b.Phone, BillToAddress: b.Address, BillToLine1: p.Line1,
		BillToLine2: p.Line2, BillToPostalCode: p.PostalCode, BillToCity: p.City, BillToState: p.State,
		BillToCountry: b.Country, BillToVATID: b.VATID,
	}
}

// changeBillTo changes to whom and where the invoice of an order goes, before its first shipment.
// Another country changes no sum: VAT follows the destination. It returns fault.Missing,
// InvalidTransition, and fault.PreconditionFailed when the order has another version.
func changeBillTo(
	ctx context.Context, tx *gorm.DB, orderID string, match httpapi.IfMatch, to shipTo, now time.Time,
) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems, withShipments)
	if err != nil {
		return nil, err
	}
	if err := match.Require(c.Version); err != nil {
		return nil, err
	}
	if err := c.changeBillTo(to, c.now); err != nil {
		return nil, err
	}
	c.Search = c.searchText()
	if err := orderIndex.Changed(tx, c.ID); err != nil {
		return nil, err
	}
	c.record(events.BillToChanged{Order: c.withTimeline(), ChangedAt: c.now, BillTo: c.BillTo.event()})
	return &c.order, c.save(ctx)
}
