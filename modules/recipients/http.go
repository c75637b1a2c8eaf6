package recipients

import (
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// tag is the heading in the document.
const tag = "Saved recipients"

// api answers HTTP.
type api struct {
	db *gorm.DB
}

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listRecipients", Method: http.MethodGet, Path: "/v1/customers", Tag: tag,
		Summary: "List the caller's saved recipients",
		Detail: "Each `recipient` of a checkout, once for each name and phone, with the newest address. Send the id as " +
			"`recipientId`.",
	}, a.listRecipients)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getRecipient", Method: http.MethodGet, Path: "/v1/customers/{id}", Tag: tag,
		Summary: "Read a saved recipient",
		Detail:  "Only the caller's own; every other is 404.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.getRecipient)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "deleteRecipient", Method: http.MethodDelete, Path: "/v1/customers/{id}", Tag: tag, Status: http.StatusNoContent,
		Summary: "Delete a saved recipient",
		Detail:  "The next order for the same person saves them anew.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.deleteRecipient)
}
