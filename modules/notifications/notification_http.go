package notifications

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// notificationView is what a client sees of a notification.
type notificationView struct {
	ID        string        `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	Kind      kind          `json:"kind" doc:"Staff only: order_new, payment_received, refund_to_send, parcel_back, mail_failed, new_return, refund_failed, payment_mismatched, payment_disputed, low_stock, wholesale_application, webhook_failing, webhook_disabled." example:"wholesale_approved"`
	Title     string        `json:"title" doc:"In the user's language of that time." example:"Your wholesale account is approved"`
	Body      string        `json:"body" doc:"Plain text." example:"Application WHS-40718266519342 is approved. You now see and pay wholesale prices."`
	Data      ids           `json:"data" doc:"What it is about: its type (account, order, return, loyalty_entry, application, review, stock, webhook, mail) and id; that of a stock is its variant's. And further ids by name, depending on the kind." example:"{\"type\":\"application\",\"id\":\"0199d5a1-93c4-7a50-8b1c-6d2e3f405162\",\"applicationId\":\"0199d5a1-93c4-7a50-8b1c-6d2e3f405162\",\"trackingId\":\"WHS-40718266519342\"}"`
	ReadAt    *httpapi.Time `json:"readAt"`
	CreatedAt httpapi.Time  `json:"createdAt"`
}

// SchemaName is the name in the document.
func (notificationView) SchemaName() string { return "Notification" }

func viewNotification(n notification) notificationView {
	return notificationView{
		ID: n.ID, Kind: n.Kind, Title: n.Title, Body: n.Body, Data: n.targeted(),
		ReadAt: httpapi.TimePtr(n.ReadAt), CreatedAt: httpapi.TimeOf(n.CreatedAt),
	}
}

// notificationList is a page of an inbox, and how much of the whole inbox is unread.
type notificationList struct {
	httpapi.List[notificationView]
	UnreadCount int64 `json:"unreadCount" doc:"On all pages." example:"3"`
}

// SchemaName is the name in the document.
func (notificationList) SchemaName() string { return "NotificationList" }

// unreadCount is how many notifications are still unread.
type unreadCount struct {
	UnreadCount int64 `json:"unreadCount" doc:"0, or what has come in meanwhile." example:"0"`
}

type listInput struct {
	httpapi.Page
	Unread bool `query:"unread" doc:"true: only unread ones."`
}

func (a *api) list(ctx context.Context, in *listInput) (*httpapi.Reply[notificationList], error) {
	me, db := auth.MustFrom(ctx).UserID, a.db.WithContext(ctx)
	found, total, unread, err := list(db, me, in.Unread, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(notificationList{List: httpapi.NewList(convert.All(found, viewNotification), total, in.Page),
		UnreadCount: unread})
}

type readInput struct{ httpapi.PathID }

func (a *api) read(ctx context.Context, in *readInput) (*httpapi.Reply[notificationView], error) {
	me := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (notificationView, error) {
		n, err := markRead(tx, me, in.ID, a.clock.Now())
		return viewNotification(n), err
	})
}

func (a *api) readAll(ctx context.Context, _ *struct{}) (*httpapi.Reply[unreadCount], error) {
	me := auth.MustFrom(ctx).UserID
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (unreadCount, error) {
		if err := markAllRead(tx, me, a.clock.Now()); err != nil {
			return unreadCount{}, err
		}
		unread, err := countUnread(tx, me)
		return unreadCount{unread}, err
	})
}
