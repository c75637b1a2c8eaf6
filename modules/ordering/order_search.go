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

// searchText is what staff find the order by, with its lines: the number, the buyer's email and
// name, where it goes, and the articles. It has nothing personal of a buyer who was erased.
func (o *order) searchText() string {
	parts := []string{o.Number}
	if !o.BuyerErased {
		parts = append(parts, o.BuyerEmail, o.BuyerName, o.ShipTo.Name, search.Phone(o.ShipTo.Phone), o.ShipTo.Address)
	}
	for i := range o.Items {
		parts = append(parts, o.Items[i].Name, o.Items[i].SKU)
	}
	return search.Text(parts...)
}
