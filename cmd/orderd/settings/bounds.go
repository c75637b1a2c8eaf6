package settings

import (
	"time"
	"unicode/utf8"
)

// boundWarnings name the keys whose values the shop's settings would refuse from staff (the bounds
// of the groups in modules/shop). They count nevertheless: a shop that was started with one before
// there were settings starts with it still.
func (c Config) boundWarnings() (all []string) {
	const longest = 8760 * time.Hour
	isLonger := func(text string, most int) bool { return utf8.RuneCountInString(text) > most }
	_, _, account := c.Payments.Account()
	for _, b := range []struct {
		key, most string
		isAbove   bool
	}{
		{"payments.deadline", "8760h", c.Payments.Deadline > longest},
		{"payments.card_deadline", "8760h", c.Payments.CardDeadline > longest},
		{"payments.processing_deadline", "8760h", c.Payments.ProcessingDeadline > longest},
		{"payments.bank_account", "200 characters", isLonger(account, 200)},
		{"loyalty.voucher_days", "3650", c.Loyalty.VoucherDays > 3650},
		{"ordering.low_stock", "1000000", c.Ordering.LowStock > 1_000_000},
		{"shop.name", "100 characters", isLonger(c.Shop.Name, 100)},
		{"shop.order_url", "2048 characters", isLonger(c.Shop.OrderURL, 2048)},
		{"shop.product_url", "2048 characters", isLonger(c.Shop.ProductURL, 2048)},
		{"shop.returns_address", "500 characters", isLonger(c.Shop.ReturnsAddress, 500)},
	} {
		if b.isAbove {
			all = append(all, b.key+": is more than the "+b.most+" that the shop's settings take: the value counts, but the "+
				"back office can't save it again")
		}
	}
	return all
}
