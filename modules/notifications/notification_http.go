package notifications

import (
	"context"
	"net/http"
	"strconv"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const tag = "Notifications"

// api answers HTTP.
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
		ID: "streamNotifications", Method: http.MethodGet, Path: "/v1/notifications/stream", Tag: tag, Produces: "text/event-stream", Event: streamEvent{},
		Summary: "Follow the caller's notifications as they come",
		Detail: "Read it with fetch and the bearer header. Send the last `id` as `Last-Event-ID` to go on where a stream broke off; " +
			"0 begins with the oldest. A comment comes every 15 s. It ends with the access token; a user may have 5 at a time.",
	}, a.stream)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "readNotification", Method: http.MethodPost, Path: "/v1/notifications/{id}/read", Tag: tag,
		Summary: "Mark a notification as read",
		Detail:  "`readAt` stays the first time.",
		Errors:  []string{fault.NotFound},
	}, a.read)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "readAllNotifications", Method: http.MethodPost, Path: "/v1/notifications/read-all", Tag: tag,
		Summary: "Mark all the caller's notifications as read",
		Detail:  "`unreadCount` is 0, or what has come in meanwhile.",
	}, a.readAll)
}

// notification is what a client sees of an item.
type notification struct {
	ID        string        `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Kind      string        `json:"kind" enum:"welcome,order_placed,order_paid,payment_failed,order_shipped,order_delivered,order_cancelled,order_refunded,return_requested,return_approved,return_rejected,return_received,points_earned,points_redeemed,wholesale_approved,wholesale_rejected,wholesale_question,review_hidden,new_return,refund_failed,payment_mismatched,low_stock,wholesale_application" schema:"NotificationKind" doc:"Admins only: new_return, refund_failed, payment_mismatched, low_stock, wholesale_application." example:"wholesale_approved"`
	Title     string        `json:"title" doc:"In the user's language of that time." example:"Your wholesale account is approved"`
	Body      string        `json:"body" doc:"Plain text." example:"Application WHS-40718266519342 is approved. You now see and pay wholesale prices."`
	Data      ids           `json:"data" doc:"Ids by name, depending on the kind." example:"{\"applicationId\":\"0199d5a1-93c4-7a50-8b1c-6d2e3f405162\",\"trackingId\":\"WHS-40718266519342\"}"`
	ReadAt    *httpapi.Time `json:"readAt"`
	CreatedAt httpapi.Time  `json:"createdAt"`
}

func viewOf(i item) notification {
	return notification{
		ID: i.ID, Kind: i.Kind, Title: i.Title, Body: i.Body, Data: i.Data,
		ReadAt: httpapi.TimePtr(i.ReadAt), CreatedAt: httpapi.TimeOf(i.CreatedAt),
	}
}

// streamEvent is an event of the stream, as a reader of server-sent events gives it.
type streamEvent struct {
	ID    string       `json:"id" pattern:"^[0-9]{1,18}$" doc:"For Last-Event-ID." example:"41"`
	Event string       `json:"event" enum:"notification" doc:"Skip other names: more may come." example:"notification"`
	Data  notification `json:"data" doc:"JSON in one line."`
}

// SchemaName is the name in the document.
func (streamEvent) SchemaName() string { return "NotificationEvent" }

// inbox is a page of it, and how much of all of it is unread.
type inbox struct {
	httpapi.List[notification]
	UnreadCount int64 `json:"unreadCount" doc:"On all pages." example:"3"`
}

// SchemaName is the name in the document.
func (inbox) SchemaName() string { return "NotificationList" }

// unreadCount is what is left unread.
type unreadCount struct {
	UnreadCount int64 `json:"unreadCount" doc:"0, or what has come in meanwhile." example:"0"`
}

type listInput struct {
	httpapi.Page
	Unread bool `query:"unread" doc:"true: only unread ones."`
}

func (a *api) list(ctx context.Context, in *listInput) (*httpapi.Reply[inbox], error) {
	me, db := auth.MustFrom(ctx).UserID, a.db.WithContext(ctx)
	items, total, err := list(db, me, in.Unread, in.Page)
	if err != nil {
		return nil, err
	}
	count, err := unread(db, me)
	if err != nil {
		return nil, err
	}
	views := make([]notification, len(items))
	for i := range items {
		views[i] = viewOf(items[i])
	}
	return httpapi.OK(inbox{httpapi.Listed(views, total, in.Page), count})
}

type itemInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (a *api) read(ctx context.Context, in *itemInput) (*httpapi.Reply[notification], error) {
	me := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (notification, error) {
		i, err := markRead(tx, me, in.ID, a.clock.Now())
		return viewOf(i), err
	})
}

func (a *api) readAll(ctx context.Context, _ *struct{}) (*httpapi.Reply[unreadCount], error) {
	me := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (unreadCount, error) {
		if err := markAllRead(tx, me, a.clock.Now()); err != nil {
			return unreadCount{}, err
		}
		count, err := unread(tx, me)
		return unreadCount{count}, err
	})
}

type streamInput struct {
	LastEventID string `header:"Last-Event-ID" pattern:"^[0-9]{1,18}$" doc:"Of the last notification seen." example:"41"`
}

// lastSeen is the number, or nil for none.
func (in *streamInput) lastSeen() *int64 {
	number, err := strconv.ParseInt(in.LastEventID, 10, 64)
	if err != nil {
		return nil
	}
	return &number
}

func (a *api) stream(ctx context.Context, in *streamInput, w *httpapi.Stream) error {
	me := auth.MustFrom(ctx)
	s, err := a.hub.open(me.UserID)
	if err != nil {
		return err
	}
	defer a.hub.close(s)
	if err := s.start(ctx, in.lastSeen()); err != nil {
		return err
	}
	return s.run(ctx, w, func() bool { return a.authority.StillValid(me) })
}
