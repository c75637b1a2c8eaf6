package backoffice

import (
	backoffice "orderd/modules/backoffice/events"
	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	mailer "orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	reviews "orderd/modules/reviews/events"
	wholesale "orderd/modules/wholesale/events"
	"orderd/platform/eventbus"
)

// audited are the names of the events in the audit: those about access, and those of what admins
// do.
var audited = []string{
	nameOf[identity.RegistrationRequested](),
	nameOf[identity.RegistrationRefused](),
	nameOf[identity.RegistrationUnclear](),
	nameOf[identity.AccountCreated](),
	nameOf[identity.EmailVerified](),
	nameOf[identity.LoggedIn](),
	nameOf[identity.LoginFailed](),
	nameOf[identity.SessionRefreshed](),
	nameOf[identity.SessionsEnded](),
	nameOf[identity.PasswordCodeRequested](),
	nameOf[identity.PasswordCodeRefused](),
	nameOf[identity.CodeRejected](),
	nameOf[identity.PasswordChanged](),
	nameOf[identity.AccountTypeChanged](),
	nameOf[identity.WholesaleAccessGranted](),
	nameOf[identity.RoleChanged](),
	nameOf[identity.AccessChanged](),
	nameOf[identity.AccountErased](),
	nameOf[wholesale.ApplicationApproved](),
	nameOf[wholesale.ApplicationRejected](),
	nameOf[wholesale.InfoRequested](),
	nameOf[catalog.ProductSaved](),
	nameOf[catalog.ProductsImported](),
	nameOf[catalog.BrandSaved](),
	nameOf[catalog.BrandDeleted](),
	nameOf[catalog.CategorySaved](),
	nameOf[catalog.CategoryDeleted](),
	nameOf[loyalty.PointsAdjusted](),
	nameOf[ordering.OrderPaid](),
	nameOf[ordering.OrderProcessing](),
	nameOf[ordering.OrderShipped](),
	nameOf[ordering.ShipmentTracked](),
	nameOf[ordering.OrderDelivered](),
	nameOf[ordering.OrderCancelled](),
	nameOf[ordering.ReturnDecided](),
	nameOf[ordering.ReturnReceived](),
	nameOf[ordering.RefundRequested](),
	nameOf[ordering.StockAdjusted](),
	nameOf[ordering.PromotionSaved](),
	nameOf[ordering.ShippingMethodSaved](),
	nameOf[reviews.ReviewSaved](),
	nameOf[mailer.EmailRetried](),
	nameOf[backoffice.DeliveryRetried](),
}

func nameOf[E eventbus.Event]() string {
	var e E
	return e.EventName()
}
