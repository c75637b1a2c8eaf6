package events

import (
	"orderd/platform/convert"
	"orderd/platform/money"
)

// TaxCategory is how an amount is treated for VAT: a code of UNTDID 5305, as invoices have it (EN
// 16931, BT-118 and BT-151).
type TaxCategory string

// The categories. But for the standard one, the rate is 0.
const (
	TaxCategoryStandard       TaxCategory = "S"
	TaxCategoryZero           TaxCategory = "Z" // goods of the class zero, or of a rate of 0
	TaxCategoryExempt         TaxCategory = "E" // a small business charges no VAT
	TaxCategoryExport         TaxCategory = "G" // out of the EU
	TaxCategoryIntraCommunity TaxCategory = "K" // to a business in another member state
)

// Values are all of them.
func (TaxCategory) Values() []string {
	return convert.Strings(
		TaxCategoryStandard, TaxCategoryZero, TaxCategoryExempt, TaxCategoryExport, TaxCategoryIntraCommunity,
	)
}

// TaxReason is why an order bears no VAT.
type TaxReason string

// The reasons, each of one category.
const (
	TaxReasonSmallBusiness  TaxReason = "small_business"
	TaxReasonExport         TaxReason = "export"
	TaxReasonIntraCommunity TaxReason = "intra_community"
)

// Values are all of them.
func (TaxReason) Values() []string {
	return convert.Strings(TaxReasonSmallBusiness, TaxReasonExport, TaxReasonIntraCommunity)
}

// Reason is why amounts of the category bear no VAT; nil where they bear it, or their rate is 0.
func (c TaxCategory) Reason() *TaxReason {
	switch c {
	case TaxCategoryExempt:
		return new(TaxReasonSmallBusiness)
	case TaxCategoryExport:
		return new(TaxReasonExport)
	case TaxCategoryIntraCommunity:
		return new(TaxReasonIntraCommunity)
	}
	return nil
}

// Tax is what an order comes to at one VAT rate, after discounts and with the shipping's share.
// Gross = Net + Tax.
type Tax struct {
	Rate     money.Rate  `json:"rate"`
	Category TaxCategory `json:"category"`
	Reason   *TaxReason  `json:"reason"`
	Net      int64       `json:"net"`
	Tax      int64       `json:"tax"`
	Gross    int64       `json:"gross"`
}

// ShippingTax is the shipping's share in one of the taxes of an order.
type ShippingTax struct {
	Rate     money.Rate  `json:"rate"`
	Category TaxCategory `json:"category"`
	Net      int64       `json:"net"`
	Tax      int64       `json:"tax"`
}
