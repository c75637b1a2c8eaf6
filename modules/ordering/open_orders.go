package ordering

import (
	"encoding/hex"
	"errors"
	"strings"

	"orderd/platform/fault"
)

// An order is open while it holds goods for which no payment is certain: it is unpaid, unshipped,
// not cancelled and not to be paid by invoice. How much may be open at once is limited by buyer, by
// destination and by the network of the client, so that stock is not held for nothing. By buyer the
// limit is exact: the checkout counts under the lock of the buyer's row. By destination and
// network, checkouts of several buyers at once may exceed it.
//
// Any guest may order to any address, and a network may have many customers. So that no stranger
// keeps a buyer from ordering, the limits by destination and network are for buyers who have never
// paid for an order, and count the orders of such buyers alone. An order that costs nothing is not
// paid for. By destination, the orders of guests do not count against an account at all. The limit
// by buyer counts of a guest the orders of the email from the same network: a stranger who knows an
// email uses up nothing of its owner's.
//
// Whether a guest's email has paid shows in whether its order is refused. A quote does not judge
// the limits for guests (quoteCheckout), so that it is the checkout alone which shows it: that one
// is limited by network, and writes to the email.

// open reports whether the order is open. isOpen (open_orders_load.go) is the same in SQL.
func (o *order) open() bool {
	return o.PaidAt == nil && o.CancelledAt == nil && o.FulfillmentStatus == fulfillmentUnfulfilled &&
		o.PaymentMethod != payByInvoice
}

// openOrderScope is what open orders are counted by: an index of Config.OpenOrders and OpenUnits.
type openOrderScope int

const (
	openByBuyer openOrderScope = iota
	openByDestination
	openByNetwork
)

// wholesaleFactor is how many times as much may be open of a wholesale account.
const wholesaleFactor = 10

// openLimit is how much may be open in one scope, with the order that is to be placed. A maximum of
// 0 is no limit.
type openLimit struct {
	scope     openOrderScope
	key       string // the buyer's id, or a digest: the value of the scope's column
	network   string // of a guest's limit by buyer: that of the client
	buyerID   string // of the order that is to be placed
	guest     bool   // whose it is
	units     int    // of the order that is to be placed
	maxOrders int
	maxUnits  int
}

// openLimits are the limits that a new order has to keep: none when it is not open.
func (c *Config) openLimits(o *order, wholesale bool) (limits []openLimit) {
	if !o.open() {
		return nil
	}
	factor := 1
	if wholesale {
		factor = wholesaleFactor
	}
	for i, key := range []string{openByBuyer: o.UserID, openByDestination: orEmpty(o.Destination),
		openByNetwork: orEmpty(o.Network)} {
		if scope := openOrderScope(i); key != "" && c.limitsOpenBy(scope) {
			l := openLimit{
				scope: scope, key: key, buyerID: o.UserID, guest: o.Guest, units: o.Units,
				maxOrders: c.OpenOrders[scope] * factor, maxUnits: c.OpenUnits[scope] * factor,
			}
			if o.Guest && scope == openByBuyer {
				l.network = orEmpty(o.Network)
			}
			limits = append(limits, l)
		}
	}
	return limits
}

func (c *Config) limitsOpenBy(scope openOrderScope) bool {
	return c.OpenOrders[scope] > 0 || c.OpenUnits[scope] > 0
}

// setOrigin sets the digests of where an open order goes and of the network that it came from, as
// far as these are limited.
func (c *Config) setOrigin(o *order, network string) {
	if !o.open() {
		return
	}
	if c.limitsOpenBy(openByDestination) && o.ShipTo.Address != "" {
		o.Destination = new(c.destinationDigest(o.ShipTo.Address))
	}
	if network != "" && (c.limitsOpenBy(openByNetwork) || o.Guest && c.limitsOpenBy(openByBuyer)) {
		o.Network = &network
	}
}

// forgetOrigin clears what setOrigin has set once the order is not open any more.
func (o *order) forgetOrigin() {
	if !o.open() {
		o.Destination, o.Network = nil, nil
	}
}

// destinationDigest is a keyed digest of an address without its case and repeated blanks.
func (c *Config) destinationDigest(address string) string {
	return hex.EncodeToString(c.Secret.MAC("ordering destination",
		strings.Join(strings.Fields(strings.ToLower(address)), " ")))
}

// errTooManyOpen is the error of an order that would exceed a limit of open orders.
var errTooManyOpen = errors.New("ordering: too many open orders")

// exceededScope is what a problem with too_many_open_orders carries.
type exceededScope struct {
	Scope string `json:"scope" enum:"buyer,destination,network" schema:"OpenOrderScope" doc:"Whose open orders are too many."`
}

// fault is codeTooManyOpenOrders with what the buyer can do about it.
func (l *openLimit) fault() *fault.Fault {
	scope, detail := "buyer", fault.Text("Too many of your orders, or units in them, are open. Please pay or cancel "+
		"open orders before you order more.")
	switch l.scope {
	case openByDestination:
		scope, detail = "destination", "Too many orders to this address, or units in them, are open. Please pay or cancel "+
			"open orders before you order more."
	case openByNetwork:
		scope, detail = "network", "Too many orders from your network, or units in them, are open. Please pay or cancel "+
			"open orders before you order more."
	}
	if l.maxUnits > 0 && l.units > l.maxUnits {
		detail = "These are more units than an order may have before it is paid. Please order fewer."
	}
	return fault.New(codeTooManyOpenOrders, detail).WithMembers(exceededScope{scope})
}
