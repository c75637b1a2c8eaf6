package demo

import (
	"time"

	"orderd/platform/money"
)

// What the day looks at of the service's answers; /openapi.json has the rest.

type list[T any] struct {
	Data []T
	Meta struct{ Total int }
}

type session struct {
	AccessToken string
	User        struct{ ID, Role, AccountType string }
}

type product struct {
	ID, Name string
	Images   []struct{ URL string }
	Variants []productVariant
	Rating   struct {
		Average float64
		Count   int
	}
}

type productVariant struct {
	ID, SKU         string
	Price           money.Cents
	Available       int
	WholesalePrices []struct{ Price money.Cents }
}

type stock struct{ OnHand, Reserved, Available int }

// cart is a cart, and a quote.
type cart struct {
	ID            string
	Items         []struct{ UnitPrice money.Cents }
	ItemCount     int
	Subtotal      money.Cents
	DiscountTotal money.Cents
	Taxes         []struct{ Rate, Category any } // of a quote
	Total         money.Cents
	Issues        []struct{ Code string }
	Requirements  []struct{ Code, Pointer string }
}

type order struct {
	ID, Number, Stage, Status        string
	PaymentStatus, FulfillmentStatus string
	Customer                         struct{ FullName, Email string }
	Items                            []struct {
		ID, SKU, Name        string
		Quantity             int
		UnitPrice, LineTotal money.Cents
	}
	ShipTo        struct{ FullName, Address string }
	RecipientID   *string
	Shipments     []struct{ ID string }
	Subtotal      money.Cents
	DiscountTotal money.Cents
	ShippingTotal money.Cents
	TaxTotal      money.Cents
	Total         money.Cents
	Payment       struct {
		Instructions  *string
		RefundedTotal money.Cents
	}
	PlacedAt time.Time
}

type recipient struct {
	ID, FullName, Address string
	TotalOrders           int
}

type tracking struct {
	Stage  string
	Events []struct{ Status, Location string }
}

type returned struct {
	ID, Status   string
	RefundAmount money.Cents
}

type refund struct{ ID, Channel string }

type summary struct{ AvailablePoints, PointsEarned, PointsRedeemed int64 }

type voucher struct {
	Code, Status string
	Points       int64
}

type review struct {
	ID, Status       string
	VerifiedPurchase bool
	Author           struct{ DisplayName string }
}

type notification struct {
	Kind string
	Data struct{ OrderID string }
}

type mail struct{ To, Subject, Text string }
