package ordering

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/fault"
)

// An order is open while it holds goods that nothing has been paid for: it is unpaid, unshipped, not cancelled and not to be
// paid by invoice. How much may be open at once is limited by buyer, by destination and by the network of the client
// (contract/access.md, section 7), so that no stock is held for nothing. By buyer the limit is exact: the checkout counts under
// the lock of the buyer's row. By destination and network, checkouts of several buyers at once may go beyond it.

// isOpen is the SQL of order.open, in the words of the partial indexes of the columns that it is counted by.
const isOpen = `paid_at IS NULL AND cancelled_at IS NULL AND fulfillment_status = 'unfulfilled' AND payment_method <> 'invoice'`

func (o *order) open() bool {
	return o.PaidAt == nil && o.CancelledAt == nil && o.FulfillmentStatus == fulfillmentUnfulfilled && o.PaymentMethod != payByInvoice
}

// What open orders are limited by, in the order of the configuration.
const (
	openByBuyer = iota
	openByDestination
	openByNetwork
)

// wholesaleFactor is how many times as much may be open of a wholesale account.
const wholesaleFactor = 10

// openLimit is what may be open at once beside an order, by one of the three. A maximum of 0 is no limit.
type openLimit struct {
	by        int
	key       string // of column
	units     int    // of the order itself
	maxOrders int
	maxUnits  int
}

func (l *openLimit) column() string {
	return [...]string{openByBuyer: "user_id", openByDestination: "destination", openByNetwork: "network"}[l.by]
}

// setOrigin notes where an open order goes and which network it came from, as far as that is limited.
func (c *Config) setOrigin(o *order, network string) {
	if !o.open() {
		return
	}
	if c.limitsOpen(openByDestination) && o.ShipTo.Address != "" {
		o.Destination = new(c.destination(o.ShipTo.Address))
	}
	if c.limitsOpen(openByNetwork) && network != "" {
		o.Network = &network
	}
}

// forgetOrigin blanks what setOrigin noted when the order is not open any more.
func (o *order) forgetOrigin() {
	if !o.open() {
		o.Destination, o.Network = nil, nil
	}
}

func (c *Config) limitsOpen(by int) bool { return c.OpenOrders[by] > 0 || c.OpenUnits[by] > 0 }

// destination is a keyed digest of an address without its case and repeated blanks.
func (c *Config) destination(address string) string {
	return hex.EncodeToString(c.Secret.MAC("ordering destination", strings.Join(strings.Fields(strings.ToLower(address)), " ")))
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
	for by, key := range []string{openByBuyer: o.UserID, openByDestination: text(o.Destination), openByNetwork: text(o.Network)} {
		if key != "" && c.limitsOpen(by) {
			limits = append(limits, openLimit{by, key, o.Units, c.OpenOrders[by] * factor, c.OpenUnits[by] * factor})
		}
	}
	return limits
}

// within is the SQL of a condition: there is room for one more order under all limits.
func within(limits []openLimit) clause.Expr {
	all, args := []string{"TRUE"}, []any{}
	for _, l := range limits {
		condition := "TRUE"
		if l.maxOrders > 0 {
			condition += " AND count(*) < ?"
			args = append(args, l.maxOrders)
		}
		if l.maxUnits > 0 {
			condition += " AND COALESCE(sum(units), 0) <= ?"
			args = append(args, l.maxUnits-l.units)
		}
		all = append(all, "(SELECT "+condition+" FROM ordering_orders WHERE "+l.column()+" = ? AND "+isOpen+")")
		args = append(args, l.key)
	}
	return gorm.Expr(strings.Join(all, " AND "), args...)
}

// errTooManyOpen says that an order would be one too many. tooManyOpen finds out which limit it is.
var errTooManyOpen = errors.New("ordering: too many open orders")

// requireWithin returns errTooManyOpen when there is no room for one more order.
func requireWithin(tx *gorm.DB, limits []openLimit) error {
	if len(limits) == 0 {
		return nil
	}
	var room bool
	err := tx.Raw("SELECT ?", within(limits)).Scan(&room).Error
	if err == nil && !room {
		err = errTooManyOpen
	}
	return err
}

// requireRoom adds to the quote that there is no room for one more open order.
func (s *service) requireRoom(ctx context.Context, tx *gorm.DB, p *proposal, v *quoteView) error {
	o := s.orderOf(ctx, p, "", p.basket.Now)
	limits := s.Config.openLimits(o, p.basket.Wholesale)
	err := requireWithin(tx, limits)
	if errors.Is(err, errTooManyOpen) {
		err = tooManyOpen(tx, limits)
	}
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		v.Requirements, err = append(v.Requirements, requirementView{Code: f.Code, Detail: f.Message}), nil
	}
	return err
}

// tooManyOpen is TooManyOpenOrders with the scope of the first limit that one more order would break, or nil.
func tooManyOpen(db *gorm.DB, limits []openLimit) error {
	for _, l := range limits {
		var held struct{ Orders, Units int }
		err := db.Raw(`SELECT count(*) AS orders, COALESCE(sum(units), 0) AS units FROM ordering_orders WHERE `+l.column()+` = ? AND `+isOpen, l.key).Scan(&held).Error
		switch {
		case err != nil:
			return err
		case l.maxOrders > 0 && held.Orders >= l.maxOrders, l.maxUnits > 0 && held.Units+l.units > l.maxUnits:
			return l.fault()
		}
	}
	return nil
}

// openScope is what a problem with too_many_open_orders carries.
type openScope struct {
	Scope string `json:"scope" enum:"buyer,destination,network" schema:"OpenOrderScope" doc:"Whose open orders are too many."`
}

// fault says what the buyer can do.
func (l *openLimit) fault() error {
	scope, detail := "buyer", "Too many of your orders, or units in them, are open. Please pay or cancel open orders before you order more."
	switch l.by {
	case openByDestination:
		scope, detail = "destination", "Too many orders to this address, or units in them, are open. Please pay or cancel open orders before you order more."
	case openByNetwork:
		scope, detail = "network", "Too many orders from your network, or units in them, are open. Please pay or cancel open orders before you order more."
	}
	if l.maxUnits > 0 && l.units > l.maxUnits {
		detail = "These are more units than an order may have before it is paid. Please order fewer."
	}
	return fault.New(fault.TooManyOpenOrders, detail).Carrying(openScope{scope})
}
