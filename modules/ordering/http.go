package ordering

import "orderd/platform/httpapi"

// The headings in the document.
const (
	tagCart        = "Cart"
	tagCheckout    = "Checkout"
	tagOrders      = "Orders"
	tagReturns     = "Returns"
	tagStock       = "Administration: stock"
	tagConditions  = "Administration: shipping and promotions"
	tagOrderAdmin  = "Administration: orders"
	tagReturnAdmin = "Administration: returns"
	tagRefundAdmin = "Administration: refunds"

	tagWithdrawals     = "Withdrawals"
	tagWithdrawalAdmin = "Administration: withdrawals"

	tagReports = "Administration: reports"
)

// api answers HTTP.
type api struct {
	*Deps
	limits *httpapi.Router // set by routes
}

// terms are the newest that this process knows.
func (a *api) terms() *saleTerms { return a.settings.Current() }

func (a *api) routes(r *httpapi.Router) {
	a.limits = r
	a.cartRoutes(r)
	a.checkoutRoutes(r)
	a.orderRoutes(r)
	a.changePaymentRoutes(r)
	a.lookupRoutes(r)
	a.guestRoutes(r)
	a.guestAdminRoutes(r)
	a.trackingRoutes(r)
	a.adminOrderRoutes(r)
	a.refundRoutes(r)
	a.orderNoteRoutes(r)
	a.orderMetadataRoutes(r)
	a.shipToRoutes(r)
	a.billToRoutes(r)
	a.salesRoutes(r)
	a.shipmentRoutes(r)
	a.returnRoutes(r)
	a.withdrawalRoutes(r)
	a.withdrawalAdminRoutes(r)
	a.stockRoutes(r)
	a.shippingMethodRoutes(r)
	a.shippingRateRoutes(r)
	a.promotionRoutes(r)
	a.automaticPromotionRoutes(r)
}
