package notifications

import (
	"time"

	"orderd/platform/convert"
)

// kind says what a notification is about. Each kind has a template in each language.
type kind string

const (
	kindWelcome           kind = "welcome"
	kindOrderPlaced       kind = "order_placed"
	kindOrderPaid         kind = "order_paid"
	kindPaymentFailed     kind = "payment_failed"
	kindOrderShipped      kind = "order_shipped"
	kindOrderDelivered    kind = "order_delivered"
	kindOrderCancelled    kind = "order_cancelled"
	kindItemsCancelled    kind = "items_cancelled"
	kindOrderRefunded     kind = "order_refunded"
	kindReturnRequested   kind = "return_requested"
	kindReturnApproved    kind = "return_approved"
	kindReturnRejected    kind = "return_rejected"
	kindReturnReceived    kind = "return_received"
	kindPointsEarned      kind = "points_earned"
	kindPointsRedeemed    kind = "points_redeemed"
	kindWholesaleApproved kind = "wholesale_approved"
	kindWholesaleRejected kind = "wholesale_rejected"
	kindWholesaleQuestion kind = "wholesale_question"
	kindReviewHidden      kind = "review_hidden"

	// For the staff: notice.go.
	kindOrderNew             kind = "order_new"
	kindPaymentReceived      kind = "payment_received"
	kindPaymentDisputed      kind = "payment_disputed"
	kindRefundToSend         kind = "refund_to_send"
	kindParcelBack           kind = "parcel_back"
	kindMailFailed           kind = "mail_failed"
	kindNewReturn            kind = "new_return"
	kindNewWithdrawal        kind = "new_withdrawal"
	kindRefundFailed         kind = "refund_failed"
	kindPaymentMismatched    kind = "payment_mismatched"
	kindLowStock             kind = "low_stock"
	kindWholesaleApplication kind = "wholesale_application"
	kindWebhookFailing       kind = "webhook_failing"
	kindWebhookDisabled      kind = "webhook_disabled"
)

// Values are all of them.
func (kind) Values() []string {
	return convert.Strings(
		kindWelcome, kindOrderPlaced, kindOrderPaid, kindPaymentFailed, kindOrderShipped, kindOrderDelivered,
		kindOrderCancelled, kindItemsCancelled, kindOrderRefunded, kindReturnRequested, kindReturnApproved,
		kindReturnRejected, kindReturnReceived, kindPointsEarned, kindPointsRedeemed, kindWholesaleApproved,
		kindWholesaleRejected, kindWholesaleQuestion, kindReviewHidden, kindOrderNew, kindPaymentReceived,
		kindRefundToSend, kindParcelBack, kindMailFailed, kindNewReturn, kindNewWithdrawal, kindRefundFailed,
		kindPaymentMismatched, kindPaymentDisputed, kindLowStock, kindWholesaleApplication,
		kindWebhookFailing, kindWebhookDisabled,
	)
}

// SchemaName is the name in the OpenAPI document.
func (kind) SchemaName() string { return "NotificationKind" }

// notification is a notification in a user's inbox.
type notification struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Number    int64 // within the inbox, from 1, in the order of the commits; there may be gaps
	Kind      kind
	Title     string
	Body      string
	Data      ids `gorm:"serializer:json"`
	ReadAt    *time.Time
	CreatedAt time.Time
	EventID   string // UNIQUE with user and kind, so that no event notifies twice
}

func (notification) TableName() string { return "notifications_items" }

// ids are the ids that a client needs to link to what a notification is about.
type ids map[string]any
