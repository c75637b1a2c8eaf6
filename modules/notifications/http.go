package notifications

import (
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const tag = "Notifications"

// api has the handlers of the routes.
type api struct {
	db        *gorm.DB
	clock     clock.Clock
	authority *auth.Authority
	hub       *hub
}

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listNotifications", Method: http.MethodGet, Path: "/v1/notifications", Tag: tag,
		Summary: "List the caller's notifications, newest first",
		Detail:  "`unreadCount` counts all pages; `data` has the ids to link to.",
	}, a.list)
	httpapi.HandleStream(r, httpapi.User, httpapi.Op{
		ID: "streamNotifications", Method: http.MethodGet, Path: "/v1/notifications/stream", Tag: tag,
		Produces: "text/event-stream", Event: streamEvent{}, Summary: "Stream the caller's notifications",
		Detail: "Read it with fetch and the bearer header, or with a ticket. Send the last `id` as `Last-Event-ID` to go " +
			"on where a stream broke off; 0 begins with the oldest. A comment comes every 15 s. It ends with the access " +
			"token; a user may have 5 at a time.",
		Ticket: &httpapi.Ticket{
			Param: "ticket", Description: "Opens one stream of notifications, within 30 s.", Redeem: a.redeemTicket,
		},
	}, a.stream)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "issueStreamTicket", Method: http.MethodPost, Path: "/v1/notifications/stream-ticket", Tag: tag,
		Status: http.StatusCreated, Secret: true, Errors: []fault.Code{fault.NotFound},
		Summary: "Make a ticket for the stream of notifications",
		Detail: "For `EventSource`, which sends no header: `?ticket=` opens one stream within 30 s; a second use is a 401. " +
			"The stream ends with the access token that made the ticket.",
	}, a.issueTicket)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "readNotification", Method: http.MethodPost, Path: "/v1/notifications/{id}/read", Tag: tag,
		Summary: "Mark a notification as read",
		Detail:  "`readAt` stays the first time.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.read)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "readAllNotifications", Method: http.MethodPost, Path: "/v1/notifications/read-all", Tag: tag,
		Summary: "Mark all the caller's notifications as read",
		Detail:  "`unreadCount` is 0, or what has come in meanwhile.",
	}, a.readAll)
	a.noticeRoutes(r)
}
