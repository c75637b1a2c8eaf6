package mailer

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The headings in the document.
const (
	tag         = "Administration: mail"
	tagSettings = "Administration: settings"
)

// api has the handlers of the routes.
type api struct{ *mailer }

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listMails", Scope: "mails:read", Method: http.MethodGet, Path: "/v1/admin/mails", Tag: tag,
		Summary: "List the mails, newest first",
		Detail:  "A mail is `failed` when the mail server refused it for good or took nothing for 48 hours.",
	}, a.list)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getMail", Scope: "mails:read", Method: http.MethodGet, Path: "/v1/admin/mails/{id}", Tag: tag,
		Summary: "Read a mail with its text",
		Detail: "`subject` and `text` as the recipient gets them, but for one-time codes and the tokens of links, which " +
			"are masked.",
		Errors: []fault.Code{fault.NotFound},
	}, a.get)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryMails", Scope: "mails:write", Method: http.MethodPost, Path: "/v1/admin/mails/retry", Tag: tag,
		Summary: "Send all failed mails again",
		Detail: "With `kind` those of one kind. They are queued in batches: a request that fails may have queued some. " +
			"Erased mails are left.",
	}, a.retryFailed)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "retryMail", Scope: "mails:write", Method: http.MethodPost, Path: "/v1/admin/mails/{id}/retry", Tag: tag,
		Summary: "Send a mail again",
		Detail: "A code in it works again from when it is sent, unless it was used or replaced. An erased mail can't be " +
			"sent again.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
	}, a.retry)
	a.previewRoutes(r)
}
