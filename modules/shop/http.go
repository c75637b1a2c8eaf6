package shop

import (
	"orderd/platform/copies"
	"orderd/platform/httpapi"
)

// tag is the heading in the document.
const tag = "Administration: settings"

// api answers HTTP.
type api struct {
	Deps
	groups   *groups
	public   *copies.Copy[publicData]
	rendered *renderedPages
}

func (a *api) routes(r *httpapi.Router) {
	a.publicRoutes(r)
	a.publicStorefrontRoutes(r)
	a.settingsRoutes(r)
	a.pagePreviewRoutes(r)
	groupRoutes[profileBody](r, a, &a.groups.profile, "Profile", "the profile",
		"A country outside the EU needs tax rates of its own first.")
	groupRoutes[sellerBody](r, a, &a.groups.seller, "Seller", "the seller",
		"With a `name`, an address, an `email` and one of `vatId` and `taxNumber` are required.")
	groupRoutes[bankBody](r, a, &a.groups.bank, "Bank", "the bank account",
		"Without an `iban`, and without a text in `bank`, no order is paid by transfer.")
	groupReadRoute(r, a, &a.groups.tax, viewTaxGroup, "Tax", "VAT")
	groupSaveRoute[taxBody](r, a, &a.groups.tax, "Tax", "VAT",
		"An order has the rates of the moment in which it is placed. `smallBusiness` needs a seller's `vatId` or "+
			"`taxNumber`.")
	groupRoutes[checkoutBody](r, a, &a.groups.checkout, "Checkout", "checkout",
		"Orders keep the first deadline and the way to pay with which they were placed.")
	groupRoutes[loyaltyBody](r, a, &a.groups.loyalty, "Loyalty", "loyalty",
		"Orders earn by the `pointsPerEuro` of their placing.")
	groupRoutes[mailBody](r, a, &a.groups.mail, "Mail", "mails",
		"Texts are plain, with placeholders such as `{shop}`: a wrong one is refused, and the mail's are named.")
	groupRoutes[storefrontBody](r, a, &a.groups.storefront, "Storefront", "the storefront",
		"Colors may be any: where a text could not be read on its ground, pages show the nearest one with which it can "+
			"(`light`, `dark` of `GET /v1/shop/storefront`).")
	a.previewRoutes(r)
	a.legalRoutes(r)
	a.pageRoutes(r)
	a.publicPageRoutes(r)
}
