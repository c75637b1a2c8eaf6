package notifications

import (
	"context"
	"strconv"

	"orderd/platform/auth"
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
