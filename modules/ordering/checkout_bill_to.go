package ordering

import (
	"cmp"

	"orderd/platform/fault"
)

// checkBillTo refuses a billing address that is given twice.
func (b *checkoutBody) checkBillTo() []fault.Field {
	if b.BillTo == nil || b.BillToAddressID == nil {
		return nil
	}
	const detail = "must not be given beside another billing address"
	return []fault.Field{
		{Pointer: "/billTo", Code: fault.NotAllowed, Detail: detail},
		{Pointer: "/billToAddressId", Code: fault.NotAllowed, Detail: detail},
	}
}

// readsBilling reports whether the billing address is another one of the address book than the
// destination may be: then a checkout reads it, too.
func (r *checkoutRequest) readsBilling() bool {
	return r.BillToAddressID != "" || r.AddressID != "" && r.BillTo == nil
}

// resolveBillTo finds to whom and where the invoice goes: to the address that the request has or
// names, else to the buyer's default address, else to the destination, under the buyer's own name.
// A wholesale buyer has the VAT id of the account, and its company unless the address has one.
func (e *evaluation) resolveBillTo() {
	r, a := &e.request, &e.Billing
	switch {
	case r.BillTo != nil:
		e.billTo = billingOf(*r.BillTo)
	case a.ID != "":
		e.billTo = billingOf(a.destination())
	case r.BillToAddressID != "":
		e.addInvalid("/billToAddressId", fault.NotAllowed, "is no address of the caller")
	default:
		e.billTo = billingOf(e.shipTo)
		e.billTo.Name = cmp.Or(e.Buyer.FullName, e.shipTo.Name)
		if e.recipient != recipientSelf {
			e.billTo.Phone = nil // the recipient's
		}
	}
	if e.Buyer.wholesale() {
		e.billTo.Company = cmp.Or(e.billTo.Company, e.Buyer.BusinessName)
		e.billTo.VATID = e.Buyer.VATID
	}
}
