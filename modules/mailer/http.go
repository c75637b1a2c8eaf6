package mailer

import (
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const tag = "Administration: mail"

// api has the handlers of the routes.
type api struct {
	db    *gorm.DB
	clock clock.Clock
	wake  func() // wakes the deliverer
}

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listMails", Method: http.MethodGet, Path: "/v1/admin/mails", Tag: tag,
		Summary: "List the mails, newest first",
		Detail:  "A mail is `failed` when the mail server refused it for good or took nothing for 48 hours.",
	}, a.list)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryMail", Method: http.MethodPost, Path: "/v1/admin/mails/{id}/retry", Tag: tag,
		Summary: "Send a mail again",
		Detail:  "A code in it works again from when it is sent, unless it was used or replaced. An erased mail can't be sent again.",
		Errors:  []fault.Code{fault.NotFound, fault.InvalidTransition},
	}, a.retry)
}
