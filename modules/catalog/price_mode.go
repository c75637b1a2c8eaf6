package catalog

import (
	shop "orderd/modules/shop/events"
	"orderd/platform/money"
)

// priceMode says in which mode one caller sees prices. Wholesale prices are shown as they are kept:
// in net, without VAT.
type priceMode struct {
	mode      shop.PriceMode
	isCharged bool // the shop charges VAT: prices contain it
}

// priceModeFor is the mode for the caller: net for wholesale accounts, where the shop has it.
func (s *settings) priceModeFor(state callerState) priceMode {
	m := priceMode{shop.PricesGross, !s.tax.SmallBusiness}
	if state.isWholesale && s.tax.WholesalePrices == shop.PricesNet {
		m.mode = shop.PricesNet
	}
	return m
}

// isNet reports whether the caller sees prices without VAT: then nothing is shown as reduced, since
// former prices are those of consumers.
func (m priceMode) isNet() bool { return m.mode == shop.PricesNet }

// seen is a filter as the caller means it, who sees nothing reduced where prices are net.
func (m priceMode) seen(f filter) filter {
	if m.isNet() && f.onSale != nil {
		f.nothing, f.onSale = *f.onSale, nil
	}
	if f.rule != nil {
		f.rule = new(m.seen(*f.rule))
	}
	return f
}

// order is that of a list as the caller means it: where nothing is reduced, all goods are by name.
func (m priceMode) order(o sortOrder) sortOrder {
	if m.isNet() && o == sortDiscount {
		return sortName
	}
	return o
}

// of is a retail price as the caller sees it. In net it is converted at the rate of its tax class.
func (m priceMode) of(price money.Cents, rate money.Rate) money.Cents {
	if m.isNet() && m.isCharged {
		return rate.WithoutTax(price)
	}
	return price
}
