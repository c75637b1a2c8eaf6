package ordering

import "cmp"

// offersPickup reports whether buyers can collect what they have ordered: the seller has an
// address.
func (t *saleTerms) offersPickup() bool { return t.seller.Line1 != nil && t.seller.City != nil }

// pickupBy is the destination of an order that the buyer collects: their name at the seller's
// address.
func (t *saleTerms) pickupBy(buyer string) shipTo {
	s := t.seller
	return shipTo{
		Name: buyer, Country: cmp.Or(orEmpty(s.Country), t.profile.Country),
		Address: inOneLine(orEmpty(s.Line1), orEmpty(s.Line2), orEmpty(s.PostalCode)+" "+orEmpty(s.City)),
	}
}
