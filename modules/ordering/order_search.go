package ordering

import "orderd/platform/search"

// orderIndex finds orders by order.searchText.
var orderIndex = search.Index{
	Name: "ordering.orders", Table: "ordering_orders", Column: "search", Texts: searchTexts,
}

// parcelIndex finds shipments by their tracking numbers.
var parcelIndex = search.Index{
	Name: "ordering.shipments", Table: "ordering_shipments", Column: "lower(tracking_number)",
}

// searchParts are what of a billing address is not in the destination: most orders have one
// address.
func (b *billTo) searchParts(to shipTo) (parts []string) {
	for _, part := range [][2]string{
		{b.Name, to.Name}, {orEmpty(b.Company), orEmpty(to.Company)}, {b.Address, to.Address}, {orEmpty(b.VATID), ""},
	} {
		if part[0] != part[1] {
			parts = append(parts, part[0])
		}
	}
	return parts
}

// searchText is what staff find the order by, with its lines: the number, the buyer's email and
// name, where it goes, and the articles. It has nothing personal of a buyer who was erased.
func (o *order) searchText() string {
	parts := []string{o.Number}
	if !o.BuyerErased {
		to := o.ShipTo
		parts = append(parts, o.BuyerEmail, o.BuyerName, to.Name, orEmpty(to.Company), search.Phone(to.Phone), to.Address)
		parts = append(parts, o.BillTo.searchParts(to)...)
	}
	for i := range o.Items {
		parts = append(parts, o.Items[i].Name, o.Items[i].SKU)
	}
	return search.Text(parts...)
}
