package ordering

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// quoteInclusion is what the answer with a quote may have beside it.
type quoteInclusion string

const (
	includeCart       quoteInclusion = "cart"
	includeAddresses  quoteInclusion = "addresses"
	includeRecipients quoteInclusion = "recipients"
	includeVouchers   quoteInclusion = "vouchers"
)

// Values are all of them.
func (quoteInclusion) Values() []string {
	return convert.Strings(includeCart, includeAddresses, includeRecipients, includeVouchers)
}

type quoteIncluded struct {
	Cart       *cartView         `json:"cart" doc:"As GET /v1/cart."`
	Addresses  []quotedAddress   `json:"addresses" nullable:"true" doc:"null unless asked for."`
	Recipients []quotedRecipient `json:"recipients" nullable:"true" doc:"At most 100, the newest first; null unless asked for."`
	Vouchers   []quotedVoucher   `json:"vouchers" nullable:"true" doc:"Those that can be spent, at most 100, the newest first; null unless asked for."`
}

// SchemaName is the name in the document.
func (quoteIncluded) SchemaName() string { return "QuoteIncluded" }

// quotedAddress is an address of the user's as ordering keeps it.
type quotedAddress struct {
	ID       string  `json:"id" format:"uuid" doc:"addressId of a checkout." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	FullName string  `json:"fullName" example:"Ada Lovelace"`
	Company  *string `json:"company" example:"Analytical Engines Ltd"`
	Phone    *string `json:"phone" example:"+49 30 1234567"`
	Address  string  `json:"address" doc:"In one line, with the postal code." example:"Unter den Linden 1, 10117 Berlin"`
	addressPartsView
	Country   httpapi.Country `json:"country" example:"DE"`
	IsDefault bool            `json:"isDefault" example:"true"`
}

// quotedRecipient is a recipient of the user's as ordering keeps it.
type quotedRecipient struct {
	ID           string `json:"id" format:"uuid" doc:"recipientId of a checkout." example:"5f0a9c39-2f8b-5a1f-8d10-1d9b6c1e3a52"`
	FullName     string `json:"fullName" example:"Grace Hopper"`
	ContactPhone string `json:"contactPhone" example:"+1 555-0100"`
	Address      string `json:"address" example:"12 Navy Street, 20001 Washington"`
	addressPartsView
	Country httpapi.Country `json:"country" example:"US"`
}

// quotedVoucher is a voucher that the user can spend, as GET /v1/loyalty/vouchers shows it.
type quotedVoucher struct {
	ID        string        `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Code      string        `json:"code" doc:"For the cart." example:"PTS-7QKD-M2XA-VH4T-J5RB"`
	Value     float64       `json:"value" doc:"EUR; an order takes off whole cents for all its vouchers together." example:"1.875"`
	Points    int64         `json:"points" example:"500"`
	Status    voucherStatus `json:"status" example:"available"`
	ExpiresAt httpapi.Time  `json:"expiresAt"`
}

// The names in the document.

func (quotedAddress) SchemaName() string   { return "QuotedAddress" }
func (quotedRecipient) SchemaName() string { return "QuotedRecipient" }
func (quotedVoucher) SchemaName() string   { return "QuotedVoucher" }

// includedInQuote reads what is to be answered beside a quote; nil when nothing is. The cart is the
// one that was evaluated, with the sums that it has by itself. A guest has nothing else.
func (t *saleTerms) includedInQuote(
	ctx context.Context, tx *gorm.DB, e *evaluation, asked []quoteInclusion,
) (*quoteIncluded, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	var in quoteIncluded
	if slices.Contains(asked, includeCart) {
		alone := *e.pricing
		alone.Country, alone.PostalCode, alone.Method = "", "", nil
		in.Cart = new(viewCart(ctx, &e.Cart, &alone, calculateTotals(t, &alone)))
	}
	if e.Cart.UserID == nil {
		return &in, nil
	}
	return &in, in.load(tx, *e.Cart.UserID, asked, e.pricing.Now)
}

// load reads what the user has. Each is one statement.
func (in *quoteIncluded) load(tx *gorm.DB, userID string, asked []quoteInclusion, now time.Time) error {
	if slices.Contains(asked, includeAddresses) {
		found, err := addressesOf(tx, userID)
		if err != nil {
			return err
		}
		in.Addresses = convert.All(found, viewQuotedAddress)
	}
	if slices.Contains(asked, includeRecipients) {
		found, err := recipientsOf(tx, userID)
		if err != nil {
			return err
		}
		in.Recipients = convert.All(found, viewQuotedRecipient)
	}
	if slices.Contains(asked, includeVouchers) {
		found, err := usableVouchersOf(tx, userID, now)
		if err != nil {
			return err
		}
		in.Vouchers = convert.All(found, viewQuotedVoucher)
	}
	return nil
}

func viewQuotedAddress(a address) quotedAddress {
	return quotedAddress{
		ID: a.ID, FullName: a.FullName, Company: a.Company, Phone: a.Phone, Address: a.Address,
		addressPartsView: addressPartsView(a.Parts), Country: httpapi.Country(a.Country), IsDefault: a.IsDefault,
	}
}

func viewQuotedRecipient(r recipient) quotedRecipient {
	return quotedRecipient{
		ID: r.ID, FullName: r.FullName, ContactPhone: r.Phone, Address: r.Address,
		addressPartsView: addressPartsView(r.Parts), Country: httpapi.Country(r.Country),
	}
}

func viewQuotedVoucher(v voucher) quotedVoucher {
	return quotedVoucher{
		ID: v.ID, Code: v.Code, Value: exactValue(v.Points), Points: v.Points, Status: v.Status,
		ExpiresAt: httpapi.TimeOf(v.ExpiresAt),
	}
}
