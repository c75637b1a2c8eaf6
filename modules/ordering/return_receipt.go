package ordering

import (
	"fmt"
	"slices"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
)

// receivedQuantity is a number of units of a line that have arrived in a return.
type receivedQuantity struct {
	OrderItemID string      `json:"orderItemId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e80"`
	Quantity    httpapi.Int `json:"quantity" minimum:"1" maximum:"1000000" example:"1"`
	Restock     *bool       `json:"restock,omitempty" doc:"false writes the units off. Default: true." example:"true"`
}

// SchemaName is the name in the document.
func (receivedQuantity) SchemaName() string { return "ReceivedQuantity" }

func (q receivedQuantity) restocks() bool { return q.Restock == nil || *q.Restock }

func (q receivedQuantity) line() lineQuantity { return lineQuantity{q.OrderItemID, q.Quantity} }

// receipt is what has arrived of a return: fewer units than were announced, perhaps, of which some
// are written off, and what the shop deducts.
type receipt struct {
	Items        []receivedQuantity // none: all, into the stock
	Deduct       money.Cents
	DeductReason *string

	received, writtenOff []allocation
}

// allocate finds the units of the receipt in the announced ones. It returns a validation fault for
// units that are not in the return.
func (p *receipt) allocate(items []orderItem, announced []allocation) error {
	if len(p.Items) == 0 {
		p.received = announced
		return nil
	}
	inReturn := func(i *orderItem) int {
		at := slices.IndexFunc(announced, func(a allocation) bool { return a.Item.ID == i.ID })
		if at < 0 {
			return 0
		}
		return announced[at].Units
	}
	if err := p.requireAnnounced(items, inReturn); err != nil {
		return err
	}
	var err error
	if p.received, err = allocate(items, convert.All(p.Items, receivedQuantity.line), inReturn); err != nil {
		return err
	}
	damaged := slices.DeleteFunc(slices.Clone(p.Items), receivedQuantity.restocks)
	if len(damaged) == 0 {
		return nil
	}
	p.writtenOff, err = allocate(items, convert.All(damaged, receivedQuantity.line), inReturn)
	return err
}

// requireAnnounced returns a validation fault for lines that are not in the return and for more
// units than it has.
func (p *receipt) requireAnnounced(items []orderItem, inReturn func(*orderItem) int) error {
	units, invalid := map[string]int{}, []fault.Field(nil)
	for n, q := range p.Items {
		at := slices.IndexFunc(items, func(i orderItem) bool { return i.ID == q.OrderItemID })
		if at < 0 || inReturn(&items[at]) == 0 {
			invalid = append(invalid, fault.Field{
				Pointer: fmt.Sprintf("/items/%d/orderItemId", n), Code: fault.NotAllowed, Detail: "is not a line of the return",
			})
			continue
		}
		if units[q.OrderItemID] += int(q.Quantity); units[q.OrderItemID] > inReturn(&items[at]) {
			invalid = append(invalid, fault.Field{
				Pointer: fmt.Sprintf("/items/%d/quantity", n), Code: fault.OutOfRange,
				Detail: "must not be more than the %d that are in the return", Args: []any{inReturn(&items[at])},
			})
		}
	}
	if len(invalid) > 0 {
		return fault.Invalid(invalid...)
	}
	return nil
}

// of is how many units of the line have arrived, and how many of them went into the stock.
func (p *receipt) of(i *orderItem) (received, restocked int) {
	for _, a := range p.received {
		if a.Item == i {
			received += a.Units
		}
	}
	restocked = received
	for _, a := range p.writtenOff {
		if a.Item == i {
			restocked -= a.Units
		}
	}
	return received, restocked
}

// missing are those of the announced units that have not arrived.
func (p *receipt) missing(announced []allocation) (missing []allocation) {
	for _, a := range announced {
		if received, _ := p.of(a.Item); received < a.Units {
			missing = append(missing, allocation{a.Item, a.Units - received})
		}
	}
	return missing
}
