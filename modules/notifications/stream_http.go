package notifications

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/httpapi"
)

// streamEvent is an event of the stream, as a client of server-sent events reads it.
type streamEvent struct {
	ID    string           `json:"id" pattern:"^[0-9]{1,18}$" doc:"For Last-Event-ID." example:"41"`
	Event string           `json:"event" enum:"notification" doc:"Skip other names: more may come." example:"notification"`
	Data  notificationView `json:"data" doc:"JSON in one line."`
}

// SchemaName is the name in the document.
func (streamEvent) SchemaName() string { return "NotificationEvent" }

type streamInput struct {
	LastEventID string `header:"Last-Event-ID" pattern:"^[0-9]{1,18}$" doc:"Of the last notification seen." example:"41"`
	Ticket      string `query:"ticket" maxLength:"64" doc:"In place of the access token, once." example:"7QXKZ2M5J3LRT4WVYB6NCDHPFA"`
}

// ticketView is a ticket of a stream.
type ticketView struct {
	Ticket    string       `json:"ticket" example:"7QXKZ2M5J3LRT4WVYB6NCDHPFA"`
	ExpiresAt httpapi.Time `json:"expiresAt"`
}

// SchemaName is the name in the document.
func (ticketView) SchemaName() string { return "StreamTicket" }

func (a *api) issueTicket(ctx context.Context, _ *struct{}) (*httpapi.Reply[ticketView], error) {
	me := auth.MustFrom(ctx)
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (ticketView, error) {
		ticket, t, err := issueTicket(tx, me, a.clock.Now())
		return ticketView{ticket, httpapi.TimeOf(t.ExpiresAt)}, err
	})
}

// redeemTicket is the caller whose ticket it is, which is void then.
func (a *api) redeemTicket(ctx context.Context, ticket string) (auth.Principal, error) {
	var t streamTicket
	var ok bool
	err := database.InTx(ctx, a.db, func(tx *gorm.DB) (err error) {
		t, ok, err = takeTicket(tx, hashTicket(ticket), a.clock.Now())
		return err
	})
	if err != nil {
		return auth.Principal{}, err
	}
	if me := t.caller(); ok && a.authority.StillValid(me) {
		return me, nil
	}
	return auth.Principal{}, fmt.Errorf("%w: its ticket is spent or has expired", auth.ErrToken)
}

// lastSeen is the number of the last notification that the client has, or nil.
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
	if err := s.seek(ctx, in.lastSeen()); err != nil {
		return err
	}
	return s.run(ctx, w, func() bool { return a.authority.StillValid(me) })
}
