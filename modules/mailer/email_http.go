package mailer

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const tag = "Administration: mail"

func (s *service) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listMails", Method: http.MethodGet, Path: "/v1/admin/mails", Tag: tag,
		Summary: "List the mails, newest first",
		Detail:  "A mail is `failed` when the mail server refused it for good or took nothing for 48 hours.",
	}, s.list)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryMail", Method: http.MethodPost, Path: "/v1/admin/mails/{id}/retry", Tag: tag,
		Summary: "Send a mail again",
		Detail:  "A code in it works again from when it is sent, unless it was used or replaced. An erased mail can't be sent again.",
		Errors:  []string{fault.NotFound, fault.InvalidTransition},
	}, s.retry)
}

// view is a mail as admins see it.
type view struct {
	ID        string        `json:"id" format:"uuid" example:"0190b8a2-7c00-7000-8000-000000000001"`
	Kind      string        `json:"kind" enum:"registration_code,account_exists,register_again,password_code,password_changed,wholesale_received,wholesale_question,wholesale_approved,wholesale_rejected,order_placed,order_paid,order_shipped,order_delivered,order_cancelled,order_refunded,return_requested,return_approved,return_rejected,return_received" schema:"MailKind" example:"order_placed"`
	To        string        `json:"to" doc:"Blank after the erasure." example:"maria@example.com"`
	Status    string        `json:"status" enum:"queued,sent,failed" schema:"MailStatus" example:"failed"`
	Attempts  int           `json:"attempts" doc:"Since it was queued, or retried." example:"1"`
	LastError *string       `json:"lastError" example:"sending SMTP RCPT TO command: 550 5.1.1 no such mailbox"`
	CreatedAt httpapi.Time  `json:"createdAt"`
	SentAt    *httpapi.Time `json:"sentAt" doc:"When the mail server took it."`

	subject string // the recipient's pseudonym
}

// SchemaName is the name in the document.
func (view) SchemaName() string { return "Mail" }

func viewOf(l letter) view {
	v := view{
		ID: l.ID, Kind: l.Kind, To: l.Recipient, Status: l.Status, Attempts: l.Attempts, LastError: l.LastError,
		CreatedAt: httpapi.TimeOf(l.CreatedAt), SentAt: httpapi.TimePtr(l.SentAt),
	}
	if l.AddressID != nil {
		v.subject = *l.AddressID
	}
	return v
}

// DataSubject is whose address the view shows.
func (v view) DataSubject() string { return v.subject }

type listInput struct {
	httpapi.Page
	Status string `query:"status" enum:"queued,sent,failed" schema:"MailStatus"`
}

func (s *service) list(ctx context.Context, in *listInput) (*httpapi.Reply[httpapi.List[view]], error) {
	letters, total, err := list(s.DB.WithContext(ctx), in.Status, in.Page)
	if err != nil {
		return nil, err
	}
	views := make([]view, len(letters))
	for i, l := range letters {
		views[i] = viewOf(l)
	}
	return httpapi.OK(httpapi.Listed(views, total, in.Page))
}

type retryInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (s *service) retry(ctx context.Context, in *retryInput) (*httpapi.Reply[view], error) {
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (view, error) {
		l, err := lock(tx, in.ID)
		if err != nil {
			return view{}, err
		}
		if err := l.retry(s.Clock.Now()); err != nil {
			return view{}, err
		}
		if err := tx.Save(&l).Error; err != nil {
			return view{}, err
		}
		database.AfterCommit(tx, s.nudge)
		return viewOf(l), eventbus.Publish(ctx, tx, events.LetterRetried{LetterID: l.ID, Kind: l.Kind})
	})
}
