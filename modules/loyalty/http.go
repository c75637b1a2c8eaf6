package loyalty

import (
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tag      = "Loyalty"
	tagAdmin = "Administration: loyalty"
)

// api answers HTTP.
type api struct {
	db       *gorm.DB
	clock    clock.Clock
	settings *copies.Copy[settings]
}

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getLoyaltySummary", Method: http.MethodGet, Path: "/v1/loyalty/summary", Tag: tag,
		Summary: "Read the caller's points",
		Detail:  "Orders earn points for each whole EUR of goods, once both delivered and paid.",
	}, a.getSummary)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "shareProduct", Method: http.MethodPost, Path: "/v1/loyalty/share", Tag: tag, Status: http.StatusCreated,
		Summary: "Record that the caller shared a product",
		Detail:  "Earns points. The same product within 24 hours, and all after five awards within 24 hours, earns 0.",
		Errors:  []fault.Code{codeProductNotFound}, Limits: []string{"share"},
	}, a.shareProduct)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "redeemPoints", Method: http.MethodPost, Path: "/v1/loyalty/redeem", Tag: tag,
		Summary: "Redeem points for a voucher",
		Detail: "At least 500; 2000 points are worth 7.50 EUR. Enter the code of the voucher, one of `GET " +
			"/v1/loyalty/vouchers`, in the cart within a year.",
		Errors: []fault.Code{codeInsufficientPoints}, Limits: []string{"redeem"},
	}, a.redeemPoints)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listLoyaltyHistory", Method: http.MethodGet, Path: "/v1/loyalty/history", Tag: tag,
		Summary: "List the caller's points ledger, newest first",
		Detail:  "Each entry has the `balance` after it. What a return takes back is an entry of its own.",
	}, a.listHistory)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listVouchers", Method: http.MethodGet, Path: "/v1/loyalty/vouchers", Tag: tag,
		Summary: "List the caller's vouchers, newest first",
		Detail: "Enter the code of an `available` one in the cart. It comes back when the order is cancelled; a return " +
			"may void it.",
	}, a.listVouchers)
	a.adminRoutes(r)
}
