package notifications

import "maps"

// target is what a notification is about, so that a client can link to it whatever the kind.
type target struct {
	Type  string // "order"
	Field string // of its id in the data; "" is the user
}

// targets are the targets of all kinds.
var targets = map[kind]target{
	kindWelcome: {"account", ""},

	kindOrderPlaced: {"order", "orderId"}, kindOrderPaid: {"order", "orderId"}, kindPaymentFailed: {"order", "orderId"},
	kindOrderShipped: {"order", "orderId"}, kindOrderDelivered: {"order", "orderId"},
	kindOrderCancelled: {"order", "orderId"}, kindItemsCancelled: {"order", "orderId"},
	kindOrderRefunded: {"order", "orderId"}, kindRefundFailed: {"order", "orderId"},
	kindPaymentMismatched: {"order", "orderId"},

	kindOrderNew: {"order", "orderId"}, kindPaymentReceived: {"order", "orderId"},
	kindPaymentDisputed: {"order", "orderId"},
	kindRefundToSend:    {"order", "orderId"}, kindParcelBack: {"order", "orderId"}, kindMailFailed: {"mail", "mailId"},

	kindReturnRequested: {"return", "returnId"}, kindReturnApproved: {"return", "returnId"},
	kindReturnRejected: {"return", "returnId"},
	kindReturnReceived: {"return", "returnId"}, kindNewReturn: {"return", "returnId"},

	kindNewWithdrawal: {"withdrawal", "withdrawalId"},

	kindPointsEarned: {"loyalty_entry", "entryId"}, kindPointsRedeemed: {"loyalty_entry", "entryId"},

	kindWholesaleApproved: {"application", "applicationId"}, kindWholesaleRejected: {"application", "applicationId"},
	kindWholesaleQuestion: {"application", "applicationId"}, kindWholesaleApplication: {"application", "applicationId"},

	kindReviewHidden: {"review", "reviewId"}, kindLowStock: {"stock", "variantId"},
	kindWebhookFailing: {"webhook", "endpointId"}, kindWebhookDisabled: {"webhook", "endpointId"},
}

// targeted is the data of the notification with the type and the id of what it is about. Both are
// made when it is read, so that notifications of earlier versions have them, too.
func (n notification) targeted() ids {
	data := ids{}
	maps.Copy(data, n.Data)
	about := targets[n.Kind]
	data["type"], data["id"] = about.Type, n.UserID
	if about.Field != "" {
		data["id"] = data[about.Field]
	}
	return data
}
