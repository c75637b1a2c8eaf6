// Package events is the public contract of mailer: the events that it publishes. Fields are only
// ever added.
package events

import (
	"time"

	"orderd/platform/convert"
)

// MailKind says what a mail is about. Each kind has a template in each language.
type MailKind string

// The kinds.
const (
	KindRegistrationCode  MailKind = "registration_code"
	KindAccountExists     MailKind = "account_exists"
	KindRegisterAgain     MailKind = "register_again"
	KindPasswordCode      MailKind = "password_code"
	KindPasswordChanged   MailKind = "password_changed"
	KindEmailCode         MailKind = "email_code"
	KindEmailChanged      MailKind = "email_changed"
	KindStaffInvitation   MailKind = "staff_invitation"
	KindSecondFactor      MailKind = "second_factor_changed"
	KindWholesaleReceived MailKind = "wholesale_received"
	KindWholesaleQuestion MailKind = "wholesale_question"
	KindWholesaleApproved MailKind = "wholesale_approved"
	KindWholesaleRejected MailKind = "wholesale_rejected"
	KindWebhookDisabled   MailKind = "webhook_disabled"
	KindStaffNotices      MailKind = "staff_notices"
	KindOrderLookup       MailKind = "order_lookup"
	KindOrderPlaced       MailKind = "order_placed"
	KindOrderPaid         MailKind = "order_paid"
	KindOrderShipped      MailKind = "order_shipped"
	KindOrderDelivered    MailKind = "order_delivered"
	KindOrderCancelled    MailKind = "order_cancelled"
	KindItemsCancelled    MailKind = "items_cancelled"
	KindOrderRefunded     MailKind = "order_refunded"
	KindReturnRequested   MailKind = "return_requested"
	KindReturnApproved    MailKind = "return_approved"
	KindReturnRejected    MailKind = "return_rejected"
	KindReturnReceived    MailKind = "return_received"

	KindWithdrawalReceived  MailKind = "withdrawal_received"
	KindWithdrawalContested MailKind = "withdrawal_contested"
	KindInvoiceIssued       MailKind = "invoice_issued"
	KindCorrectionIssued    MailKind = "correction_issued"
)

// Values are all of them.
func (MailKind) Values() []string {
	return convert.Strings(
		KindRegistrationCode, KindAccountExists, KindRegisterAgain, KindPasswordCode, KindPasswordChanged,
		KindEmailCode, KindEmailChanged, KindStaffInvitation, KindSecondFactor, KindWholesaleReceived, KindWholesaleQuestion,
		KindWholesaleApproved, KindWholesaleRejected, KindWebhookDisabled, KindStaffNotices, KindOrderLookup,
		KindOrderPlaced, KindOrderPaid, KindOrderShipped, KindOrderDelivered, KindOrderCancelled,
		KindItemsCancelled, KindOrderRefunded, KindReturnRequested, KindReturnApproved, KindReturnRejected,
		KindReturnReceived, KindWithdrawalReceived, KindWithdrawalContested, KindInvoiceIssued, KindCorrectionIssued,
	)
}

// EmailSent says that the mail server accepted an email. ChallengeID is the challenge of the
// one-time code in it, or "": the time of that code starts at SentAt.
type EmailSent struct {
	EmailID     string    `json:"letterId"`
	Kind        MailKind  `json:"kind"`
	ChallengeID string    `json:"challengeId"`
	SentAt      time.Time `json:"sentAt"`
}

func (EmailSent) EventName() string  { return "mailer.letter_sent.v1" }
func (e EmailSent) EventKey() string { return e.EmailID }

// EmailFailed says that the mail server rejected an email for good, or did not accept it within
// 48 hours. The email stays in the queue as failed.
type EmailFailed struct {
	EmailID  string   `json:"letterId"`
	Kind     MailKind `json:"kind"`
	Attempts int      `json:"attempts"`
}

func (EmailFailed) EventName() string  { return "mailer.letter_failed.v1" }
func (e EmailFailed) EventKey() string { return e.EmailID }

// EmailRetried says that an admin sends an email again.
type EmailRetried struct {
	EmailID string   `json:"letterId"`
	Kind    MailKind `json:"kind"`
}

func (EmailRetried) EventName() string  { return "mailer.letter_retried.v1" }
func (e EmailRetried) EventKey() string { return e.EmailID }
