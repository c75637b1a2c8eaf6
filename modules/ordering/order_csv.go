package ordering

import (
	"context"
	"io"
	"strconv"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// exportBatch is how many orders are read at once. Each batch is a query of its own, so that a slow
// reader does not hold a transaction open.
const exportBatch = 500

var exportHeader = []string{
	"number", "placedAt", "status", "paymentStatus", "fulfillmentStatus", "customer", "email", "shipTo", "phone",
	"address", "country",
	"shippingMethod", "paymentMethod", "units", "subtotal", "discountTotal", "shippingTotal", "taxTotal", "total",
	"refundedTotal",
	"paidAt", "completedAt", "cancelledAt", "note", "id", "receivedTotal", "cancelledTotal", "company",
	"billTo", "billToCompany", "billToAddress", "billToCountry", "billToVatId",
	"line1", "line2", "postalCode", "city", "state",
	"billToLine1", "billToLine2", "billToPostalCode", "billToCity", "billToState",
}

// exportOrders writes the orders that restrict selects as CSV, newest first, with all that was
// committed when it began.
func exportOrders(
	ctx context.Context, reads *database.Reads, restrict func(*gorm.DB) *gorm.DB, format safecsv.Format, to io.Writer,
) error {
	begin, err := reads.Position(ctx)
	if err != nil {
		return err
	}
	w := safecsv.NewWriter(to, format)
	if err := w.WriteRow(exportHeader...); err != nil {
		return err
	}
	for last := (*order)(nil); ; {
		var batch []order
		var units map[string]int
		err := reads.ReadSince(ctx, begin, func(db *gorm.DB) (err error) {
			if batch, err = nextOrders(restrict(db), last, exportBatch); err == nil {
				units, err = unitsOf(db, batch)
			}
			return err
		})
		if err != nil {
			return err
		}
		for i := range batch {
			if err := w.WriteRow(batch[i].csvRow(units[batch[i].ID], format)...); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil || len(batch) < exportBatch {
			return err
		}
		last = &batch[len(batch)-1]
	}
}

func (o *order) csvRow(units int, format safecsv.Format) []string {
	amount := func(c money.Cents) string { return format.Number(c.String()) }
	row := []string{
		o.Number, csvTime(&o.PlacedAt), string(o.Status), string(o.PaymentStatus), string(o.FulfillmentStatus), o.BuyerName,
		o.BuyerEmail, o.ShipTo.Name, orEmpty(o.ShipTo.Phone),
		o.ShipTo.Address, o.ShipTo.Country, o.ShippingMethodName, string(o.PaymentMethod), strconv.Itoa(units),
		amount(o.Subtotal), amount(o.Discount),
		amount(o.Shipping), amount(o.Tax), amount(o.Total), amount(o.Refunded), csvTime(o.PaidAt), csvTime(o.CompletedAt),
		csvTime(o.CancelledAt),
		orEmpty(o.Note), o.ID, amount(o.Paid), amount(o.Cancelled), orEmpty(o.ShipTo.Company),
		o.BillTo.Name, orEmpty(o.BillTo.Company), o.BillTo.Address, o.BillTo.Country, orEmpty(o.BillTo.VATID),
	}
	for _, p := range []addressParts{o.ShipTo.Parts, o.BillTo.Parts} {
		row = append(row, orEmpty(p.Line1), orEmpty(p.Line2), orEmpty(p.PostalCode), orEmpty(p.City), orEmpty(p.State))
	}
	return row
}

// csvTime is a time in the format of the API, blank for none.
func csvTime(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}
