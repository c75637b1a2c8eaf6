package mailer

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// emailView is an email as admins see it.
type emailView struct {
	ID        string        `json:"id" format:"uuid" example:"0190b8a2-7c00-7000-8000-000000000001"`
	Kind      string        `json:"kind" enum:"registration_code,account_exists,register_again,password_code,password_changed,wholesale_received,wholesale_question,wholesale_approved,wholesale_rejected,order_placed,order_paid,order_shipped,order_delivered,order_cancelled,order_refunded,return_requested,return_approved,return_rejected,return_received" schema:"MailKind" example:"order_placed"`
	To        string        `json:"to" doc:"Blank after the erasure." example:"maria@example.com"`
	Status    string        `json:"status" enum:"queued,sent,failed" schema:"MailStatus" example:"failed"`
	Attempts  int           `json:"attempts" doc:"Since it was queued, or retried." example:"1"`
	LastError *string       `json:"lastError" example:"sending SMTP RCPT TO command: 550 5.1.1 no such mailbox"`
	CreatedAt httpapi.Time  `json:"createdAt"`
	SentAt    *httpapi.Time `json:"sentAt" doc:"When the mail server took it."`

	addressID string // the recipient's pseudonym
}

// SchemaName is the name in the document.
func (emailView) SchemaName() string { return "Mail" }

// DataSubject is the pseudonym of the recipient, whom the view names.
func (v emailView) DataSubject() string { return v.addressID }

func viewOf(e email) emailView {
	v := emailView{
		ID: e.ID, Kind: string(e.Kind), To: e.Recipient, Status: string(e.Status), Attempts: e.Attempts, LastError: e.LastError,
		CreatedAt: httpapi.TimeOf(e.CreatedAt), SentAt: httpapi.TimePtr(e.SentAt),
	}
	if e.AddressID != nil {
		v.addressID = *e.AddressID
	}
	return v
}

type listInput struct {
	httpapi.Page
	Status string `query:"status" enum:"queued,sent,failed" schema:"MailStatus"`
}

func (a *api) list(ctx context.Context, in *listInput) (*httpapi.Reply[httpapi.List[emailView]], error) {
	emails, total, err := listEmails(a.db.WithContext(ctx), emailStatus(in.Status), in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(emails, viewOf), total, in.Page))
}

type retryInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (a *api) retry(ctx context.Context, in *retryInput) (*httpapi.Reply[emailView], error) {
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (emailView, error) {
		e, err := retryEmail(ctx, tx, in.ID, a.clock.Now())
		if err != nil {
			return emailView{}, err
		}
		database.AfterCommit(tx, a.wake)
		return viewOf(e), nil
	})
}
