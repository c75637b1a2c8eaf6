package ordering

import "cmp"

// offersPickup reports whether buyers can collect what they have ordered: the seller has an
// address.
func (t *saleTerms) offersPickup() bool { return t.seller.Line1 != nil && t.seller.City != nil }

// pickupBy is the destination of an order that the buyer collects: their name at the seller's
// address.
func (t *saleTerms) pickupBy(buyer string) shipTo {
	s := t.seller
	parts := addressParts{Line1: s.Line1, Line2: s.Line2, PostalCode: s.PostalCode, City: s.City}
	return shipTo{
		Name: buyer, Address: parts.inOneLine(), Parts: parts, Country: cmp.Or(orEmpty(s.Country), t.profile.Country),
	}
}
