package payments

import (
	"context"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/money"
)

// exportedPayment is an order's payment in an export.
type exportedPayment struct {
	OrderID   string             `json:"orderId"`
	Method    string             `json:"method"`
	Status    string             `json:"status"`
	Total     money.Cents        `json:"total"`
	Type      *string            `json:"type"` // by what it was paid online, as the provider calls it
	Transfers []exportedTransfer `json:"transfers"`
}

// exportedTransfer is what the shop's bank says of a transfer for an order, or for several, each of
// which has it.
type exportedTransfer struct {
	BookedOn string      `json:"bookedOn"`
	Amount   money.Cents `json:"amount"`
	Name     *string     `json:"name"`
	IBAN     *string     `json:"iban"`
	Text     *string     `json:"text"`
	State    string      `json:"state"`
}

func exportTransfer(e entry) exportedTransfer {
	return exportedTransfer{
		BookedOn: e.BookedOn, Amount: e.Amount, Name: e.Name, IBAN: e.PayerIBAN, Text: e.Text, State: string(e.State),
	}
}

// export returns how the user's orders are paid.
func export(ctx context.Context, db *gorm.DB, userID string) (any, error) {
	db = db.WithContext(ctx)
	orders, err := ordersOf(db, userID)
	if err != nil {
		return nil, err
	}
	types, err := paymentTypesOf(db, userID)
	if err != nil {
		return nil, err
	}
	entries, err := entriesOfUser(db, userID)
	if err != nil {
		return nil, err
	}
	several, err := entriesNaming(db, orders, false)
	return convert.All(orders, func(o order) exportedPayment {
		transfers := convert.All(entries[o.OrderID], exportTransfer)
		for _, e := range several {
			if e.names([]string{o.Number}) {
				transfers = append(transfers, exportTransfer(e))
			}
		}
		return exportedPayment{
			OrderID: o.OrderID, Method: string(o.Method), Status: string(o.Status), Total: o.Total, Type: types[o.OrderID],
			Transfers: transfers,
		}
	}), err
}
