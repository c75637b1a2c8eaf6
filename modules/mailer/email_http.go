package mailer

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// emailView is an email as admins see it.
type emailView struct {
	ID        string          `json:"id" format:"uuid" example:"0190b8a2-7c00-7000-8000-000000000001"`
	Kind      events.MailKind `json:"kind" example:"order_placed"`
	To        string          `json:"to" doc:"Blank after the erasure." example:"maria@example.com"`
	Status    emailStatus     `json:"status" example:"failed"`
	Attempts  int             `json:"attempts" doc:"Since it was queued, or retried." example:"1"`
	LastError *string         `json:"lastError" example:"sending SMTP RCPT TO command: 550 5.1.1 no such mailbox"`
	CreatedAt httpapi.Time    `json:"createdAt"`
	SentAt    *httpapi.Time   `json:"sentAt" doc:"When the mail server took it."`

	addressID string // the recipient's pseudonym
}

// SchemaName is the name in the document.
func (emailView) SchemaName() string { return "Mail" }

// DataSubject is the pseudonym of the recipient, whom the view names.
func (v emailView) DataSubject() string { return v.addressID }

func viewEmail(e email) emailView {
	v := emailView{
		ID: e.ID, Kind: e.Kind, To: id.ShowEmail(e.Recipient), Status: e.Status, Attempts: e.Attempts, LastError: e.LastError,
		CreatedAt: httpapi.TimeOf(e.CreatedAt), SentAt: httpapi.TimePtr(e.SentAt),
	}
	if e.AddressID != nil {
		v.addressID = *e.AddressID
	}
	return v
}

// emailDetailView is an email with its words. Whoever may read mails reads no code in them: it
// would open the recipient's account.
type emailDetailView struct {
	emailView
	Subject *string `json:"subject" doc:"null after the erasure." example:"Your order ORD-4071826651"`
	Text    *string `json:"text" doc:"As plain text, with ******** for one-time codes and the tokens of links. null after the erasure." example:"Hello Maria, …"`
	Key     *string `json:"key" format:"uuid" doc:"Id of the order, application or account that it is about." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
}

// SchemaName is the name in the document.
func (emailDetailView) SchemaName() string { return "MailDetail" }

// viewDetail renders the email, but for its codes.
func viewDetail(r renderer, e email) (emailDetailView, error) {
	r.masked = true
	v := emailDetailView{emailView: viewEmail(e), Key: e.AboutID}
	if e.Recipient == "" {
		return v, nil
	}
	words, err := r.render(e)
	if err != nil {
		return emailDetailView{}, err
	}
	text := words.text()
	v.Subject, v.Text = &words.Subject, &text
	return v, nil
}

type listInput struct {
	httpapi.Page
	Status emailStatus     `query:"status"`
	Kind   events.MailKind `query:"kind"`
	To     string          `query:"to" maxLength:"254" doc:"Part of the address, in any case; small typing errors in a word do not matter." example:"maria@"`
	Key    string          `query:"key" format:"uuid" doc:"Id of an order, an application or a user." example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	From   time.Time       `query:"from" doc:"Queued then or later." example:"2026-11-20T00:00:00.000Z"`
	Until  time.Time       `query:"until" doc:"Queued before." example:"2026-11-21T00:00:00.000Z"`
}

func (in *listInput) filter() emailFilter {
	return emailFilter{Status: in.Status, Kind: in.Kind, To: in.To, Key: in.Key, From: in.From, Until: in.Until}
}

func (a *api) list(ctx context.Context, in *listInput) (*httpapi.Reply[httpapi.List[emailView]], error) {
	emails, total, err := listEmails(a.DB.WithContext(ctx), in.filter(), in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(emails, viewEmail), total, in.Page))
}

type emailInput struct{ httpapi.PathID }

func (a *api) retry(ctx context.Context, in *emailInput) (*httpapi.Reply[emailView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (emailView, error) {
		e, err := retryEmail(ctx, tx, in.ID, a.Clock.Now())
		if err != nil {
			return emailView{}, err
		}
		database.AfterCommit(tx, a.enqueued.Send)
		return viewEmail(e), nil
	})
}

func (a *api) get(ctx context.Context, in *emailInput) (*httpapi.Reply[emailDetailView], error) {
	e, err := emailByID(a.DB.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	v, err := viewDetail(a.renderer(), e)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v)
}

type retryFailedInput struct {
	Body struct {
		Status string          `json:"status" enum:"failed" schema:"RetriedMailStatus" doc:"Which mails: the failed ones." example:"failed"`
		Kind   events.MailKind `json:"kind,omitempty" doc:"Those of this kind alone." example:"order_placed"`
	}
}

// retriedView is how many mails are sent again.
type retriedView struct {
	Retried int `json:"retried" example:"12"`
}

// SchemaName is the name in the document.
func (retriedView) SchemaName() string { return "MailsRetried" }

// retryFailed stores its answer in a transaction of its own, after those of the batches. The same
// request sent again meanwhile finds what is left.
func (a *api) retryFailed(ctx context.Context, in *retryFailedInput) (*httpapi.Reply[retriedView], error) {
	n, err := retryFailed(ctx, a.DB, in.Body.Kind, a.Clock.Now())
	if n > 0 {
		a.enqueued.Send()
	}
	if err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(*gorm.DB) (retriedView, error) { return retriedView{n}, nil })
}
