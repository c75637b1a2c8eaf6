package backoffice

import (
	"slices"

	backoffice "orderd/modules/backoffice/events"
	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	invoices "orderd/modules/invoices/events"
	loyalty "orderd/modules/loyalty/events"
	mailer "orderd/modules/mailer/events"
	media "orderd/modules/media/events"
	notifications "orderd/modules/notifications/events"
	ordering "orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	reviews "orderd/modules/reviews/events"
	shop "orderd/modules/shop/events"
	vat "orderd/modules/vat/events"
	webhooks "orderd/modules/webhooks/events"
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
	nameOf[identity.CodeWithheld](),
	nameOf[identity.PasswordChanged](),
	nameOf[identity.EmailChangeRequested](),
	nameOf[identity.EmailChanged](),
	nameOf[identity.AccountTypeChanged](),
	nameOf[identity.WholesaleAccessGranted](),
	nameOf[identity.RoleChanged](),
	nameOf[identity.AccessChanged](),
	nameOf[identity.ProfileCorrected](),
	nameOf[identity.RoleSaved](),
	nameOf[identity.RoleDeleted](),
	nameOf[identity.StaffInvited](),
	nameOf[identity.InvitationRevoked](),
	nameOf[identity.InvitationAccepted](),
	nameOf[identity.APIKeySaved](),
	nameOf[identity.APIKeyRevoked](),
	nameOf[identity.SecondFactorChanged](),
	nameOf[identity.SecondFactorRequested](),
	nameOf[identity.SecondFactorRejected](),
	nameOf[identity.SessionSteppedUp](),
	nameOf[identity.CustomersImported](),
	nameOf[identity.CustomersExported](),
	nameOf[identity.AccountExported](),
	nameOf[identity.ErasureRequested](),
	nameOf[identity.AccountErased](),
	nameOf[shop.SettingsSaved](),
	nameOf[shop.PageSaved](),
	nameOf[shop.PagePublished](),
	nameOf[shop.PageDeleted](),
	nameOf[wholesale.ApplicationApproved](),
	nameOf[wholesale.ApplicationRejected](),
	nameOf[wholesale.InfoRequested](),
	nameOf[wholesale.AnswerRecorded](),
	nameOf[vat.IDConfirmed](),
	nameOf[catalog.ProductSaved](),
	nameOf[catalog.ProductsImported](),
	nameOf[catalog.BrandSaved](),
	nameOf[catalog.BrandDeleted](),
	nameOf[catalog.CategorySaved](),
	nameOf[catalog.CategoryDeleted](),
	nameOf[catalog.CollectionSaved](),
	nameOf[catalog.RelatedSaved](),
	nameOf[catalog.CollectionDeleted](),
	nameOf[catalog.AttributeSaved](),
	nameOf[catalog.AttributeDeleted](),
	nameOf[catalog.SynonymsSaved](),
	nameOf[catalog.PricePlanSaved](),
	nameOf[invoices.InvoiceRequested](),
	nameOf[invoices.InvoiceReplaced](),
	nameOf[loyalty.PointsAdjusted](),
	nameOf[ordering.GuestErased](),
	nameOf[ordering.GuestExported](),
	nameOf[ordering.OrderClaimed](),
	nameOf[ordering.LookupRequested](),
	nameOf[ordering.LookupRefused](),
	nameOf[ordering.LookupRejected](),
	nameOf[ordering.LookupVerified](),
	nameOf[ordering.OrderPaid](),
	nameOf[ordering.OrderUnpaid](),
	nameOf[ordering.OrderNoted](),
	nameOf[ordering.OrderProcessing](),
	nameOf[ordering.ShipToChanged](),
	nameOf[ordering.BillToChanged](),
	nameOf[ordering.OrderMetadataChanged](),
	nameOf[ordering.OrderShipped](),
	nameOf[ordering.ShipmentTracked](),
	nameOf[ordering.ShipmentUndelivered](),
	nameOf[ordering.OrderDelivered](),
	nameOf[ordering.ItemsCancelled](),
	nameOf[ordering.OrderCancelled](),
	nameOf[ordering.ReturnDecided](),
	nameOf[ordering.ReturnReceived](),
	nameOf[ordering.WithdrawalDeclared](),
	nameOf[ordering.WithdrawalMatched](),
	nameOf[ordering.WithdrawalContested](),
	nameOf[ordering.RefundRequested](),
	nameOf[ordering.RefundSettled](),
	nameOf[ordering.StockAdjusted](),
	nameOf[ordering.StockCountRefused](),
	nameOf[ordering.PromotionSaved](),
	nameOf[ordering.AutomaticPromotionSaved](),
	nameOf[ordering.ShippingMethodSaved](),
	nameOf[reviews.ReviewSaved](),
	nameOf[payments.TaskRetried](),
	nameOf[payments.StatementUploaded](),
	nameOf[payments.TransferReceived](),
	nameOf[payments.EntryIgnored](),
	nameOf[media.Uploaded](),
	nameOf[media.DeletionRequested](),
	nameOf[notifications.NoticesChosen](),
	nameOf[mailer.EmailRetried](),
	nameOf[media.FetchesRetried](),
	nameOf[backoffice.DeliveryRetried](),
	nameOf[webhooks.EndpointSaved](),
	nameOf[webhooks.EndpointDeleted](),
	nameOf[webhooks.EndpointDisabled](),
	nameOf[webhooks.SecretRotated](),
	nameOf[webhooks.ReplayStarted](),
	nameOf[webhooks.RedeliveryStarted](),
}

// sessionNames are the names of the audited events of each sign-in, refused ones too, and of each
// renewal: most of the audit, and no change of anything.
var sessionNames = []string{
	nameOf[identity.LoggedIn](),
	nameOf[identity.LoginFailed](),
	nameOf[identity.SessionRefreshed](),
	nameOf[identity.SecondFactorRequested](),
	nameOf[identity.SecondFactorRejected](),
	nameOf[identity.SessionSteppedUp](),
}

// auditedChanges are the names of the audited events without those of sessions.
var auditedChanges = slices.DeleteFunc(slices.Clone(audited), func(name string) bool {
	return slices.Contains(sessionNames, name)
})

func nameOf[E eventbus.Event]() string {
	var e E
	return e.EventName()
}
