package notifications

import (
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
)

// noticeKind is a kind of notices: notifications to those of the staff who have a scope. Each of
// them may switch it off, in the inbox and as mail.
type noticeKind string

const (
	noticeOrderNew        noticeKind = "order_new"
	noticePaymentReceived noticeKind = "payment_received"
	noticeReturnRequested noticeKind = "return_requested"
	noticeWithdrawal      noticeKind = "withdrawal_received"
	noticePaymentDisputed noticeKind = "payment_disputed"
	noticeRefundToSend    noticeKind = "refund_to_send"
	noticeParcelBack      noticeKind = "parcel_back"
	noticeMailFailed      noticeKind = "mail_failed"

	noticeRefundFailed         noticeKind = "refund_failed"
	noticePaymentMismatched    noticeKind = "payment_mismatched"
	noticeLowStock             noticeKind = "low_stock"
	noticeWholesaleApplication noticeKind = "wholesale_application"
	noticeWebhookFailing       noticeKind = "webhook_failing"
	noticeWebhookDisabled      noticeKind = "webhook_disabled"
)

// mailDefault is who gets a notice as mail without having said so.
type mailDefault int

const (
	mailNone mailDefault = iota
	mailOwners
	mailHolders
)

// notice is what all notices of a kind have in common.
type notice struct {
	kind  noticeKind
	scope auth.Scope // of those who are notified
	mail  mailDefault
	// own says that identity has an email of its own for it: it is in no digest.
	own bool
}

// notices are all kinds, in the order of the document. A payment, a return, a withdrawal or a
// dispute needs staff, so owners get a mail of it as of an order.
var notices = []notice{
	{kind: noticeOrderNew, scope: "orders:read", mail: mailOwners},
	{kind: noticePaymentReceived, scope: "payments:read", mail: mailOwners},
	{kind: noticeReturnRequested, scope: "refunds:write", mail: mailOwners},
	{kind: noticeWithdrawal, scope: "refunds:write", mail: mailOwners},
	{kind: noticePaymentDisputed, scope: "refunds:write", mail: mailOwners},
	{kind: noticeRefundToSend, scope: "refunds:write", mail: mailOwners},
	{kind: noticeParcelBack, scope: "orders:write", mail: mailOwners},
	{kind: noticeMailFailed, scope: "mails:read", mail: mailOwners},
	{kind: noticeRefundFailed, scope: "refunds:write"},
	{kind: noticePaymentMismatched, scope: "refunds:write"},
	{kind: noticeLowStock, scope: "stock:read"},
	{kind: noticeWholesaleApplication, scope: "wholesale:decide"},
	{kind: noticeWebhookFailing, scope: "webhooks:write"},
	{kind: noticeWebhookDisabled, scope: "webhooks:write", mail: mailHolders, own: true},
}

// Values are all of them.
func (noticeKind) Values() []string {
	return convert.All(notices, func(n notice) string { return string(n.kind) })
}

// noticeOf is the notice of that kind.
func noticeOf(k noticeKind) (notice, bool) {
	for _, n := range notices {
		if n.kind == k {
			return n, true
		}
	}
	return notice{}, false
}

// switches are what a member of the staff wants of a kind of notices.
type switches struct {
	UserID string     `gorm:"primaryKey"`
	Kind   noticeKind `gorm:"primaryKey"`
	Inbox  bool
	Mail   bool
}

func (switches) TableName() string { return "notifications_switches" }

// defaultSwitches are those of who has chosen nothing.
func (n notice) defaultSwitches(userID string, owner bool) switches {
	return switches{
		UserID: userID, Kind: n.kind, Inbox: true, Mail: n.mail == mailHolders || n.mail == mailOwners && owner,
	}
}

// wants is what a member of the staff gets of the notice: nothing without its scope.
func (n notice) wants(m staffMember) switches {
	wanted := n.defaultSwitches(m.UserID, m.Owner)
	if m.Inbox != nil && m.Mail != nil {
		wanted.Inbox, wanted.Mail = *m.Inbox, *m.Mail
	}
	if !m.Owner && !m.Scopes.Include(n.scope) {
		wanted.Inbox, wanted.Mail = false, false
	}
	return wanted
}

// staffDirectory finds who gets a notice, for the drafts of one batch: each kind is read once.
type staffDirectory struct {
	tx    *gorm.DB
	known map[noticeKind][]switches
}

// members are the owners and the staff with the scope of the notice, whose accounts are not
// disabled, and who want it in their inbox or as mail.
func (d *staffDirectory) members(n notice) ([]switches, error) {
	if found, ok := d.known[n.kind]; ok {
		return found, nil
	}
	staff, err := findStaff(d.tx, n.kind)
	if err != nil {
		return nil, err
	}
	found := []switches{}
	for _, m := range staff {
		if wanted := n.wants(m); wanted.Inbox || wanted.Mail {
			found = append(found, wanted)
		}
	}
	d.known[n.kind] = found
	return found, nil
}
