package invoices

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/money"
)

// taxSum is what the documents of a time charge in a country, by a scheme and at a rate.
type taxSum struct {
	Country   string
	Scheme    taxScheme
	Rate      money.Rate
	Category  taxCategory
	Documents int64
	Net       money.Cents
	Tax       money.Cents
	Gross     money.Cents
}

// taxSums are the sums of the documents that were issued in a time, by country and then the highest
// rate first.
func taxSums(db *gorm.DB, from, to time.Time) (sums []taxSum, err error) {
	err = db.Model(&reportRow{}).Where("issued_at >= ? AND issued_at < ?", from, to).
		Select("country, scheme, rate, category, count(*) AS documents, sum(net_cents) AS net, sum(tax_cents) AS tax, " +
			"sum(gross_cents) AS gross").
		Group("country, scheme, rate, category").Order("country, scheme, rate DESC, category").Scan(&sums).Error
	return sums, err
}
