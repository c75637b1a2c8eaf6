package webhooks

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"go.uber.org/zap"

	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const (
	// feedPoll is how often a waiting reader looks for events, and settleTime how long an answer
	// waits at most for transactions that may still publish before what it would show.
	feedPoll, settleTime = 100 * time.Millisecond, 500 * time.Millisecond
	// fromNow is the cursor of a reader who wants what comes.
	fromNow = "latest"
)

func (a *api) feedRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "readEventFeed", Scope: "events:read", Method: http.MethodGet, Path: "/v1/admin/events/feed", Tag: tag,
		Summary: "Read the public events in the order of the log",
		Detail: "The bodies that endpoints get, personal fields for callers with `customers:read` too. `cursor` is the " +
			"next `after` and valid for ever; nothing is skipped. With `wait` an empty answer waits for the first event.",
	}, a.readFeed)
}

// feedView is a page of the feed.
type feedView struct {
	Data    []publicBody `json:"data"`
	Cursor  string       `json:"cursor" doc:"The next after." example:"c4711"`
	HasMore bool         `json:"hasMore" doc:"There are more events already." example:"false"`
}

// SchemaName is the name in the document.
func (feedView) SchemaName() string { return "EventFeed" }

type feedInput struct {
	After  string `query:"after" maxLength:"40" doc:"A cursor; absent: from the oldest event; latest: from now." example:"c4711"`
	Events string `query:"events" maxLength:"5000" doc:"Names of public events, or beginnings of them and *, with commas; default: all." example:"ordering.*"`
	Limit  int    `query:"limit" default:"100" minimum:"1" maximum:"100"`
	Wait   int    `query:"wait" default:"0" minimum:"0" maximum:"8" doc:"Seconds."`
}

// feedCursor is the place of the last event that a reader has. Its text is c and the number.
func feedCursor(seq int64) string { return fmt.Sprintf("c%d", seq) }

// parseFeedCursor is false for a text that is no cursor.
func parseFeedCursor(text string) (seq int64, ok bool) {
	if _, err := fmt.Sscanf(text, "c%d", &seq); err != nil {
		return 0, false
	}
	return seq, seq >= 0 && feedCursor(seq) == text
}

// feedRequest is what a reader wants.
type feedRequest struct {
	filter   eventbus.LogFilter
	latest   bool
	limit    int
	personal bool
}

func (in *feedInput) request(personal bool) (q feedRequest, wrong []fault.Field) {
	q = feedRequest{
		limit: in.Limit, personal: personal, latest: in.After == fromNow,
		filter: eventbus.LogFilter{Names: publicEvents.names()},
	}
	if in.After != "" && !q.latest {
		after, ok := parseFeedCursor(in.After)
		if !ok {
			wrong = append(wrong, fault.Field{Pointer: "?after", Code: fault.BadFormat, Detail: "is not a cursor of this feed"})
		}
		q.filter.After = after
	}
	if in.Events != "" {
		patterns := strings.Split(in.Events, ",")
		if unknown := checkPatterns(patterns, func(int) string { return "?events" }); len(unknown) > 0 {
			wrong = append(wrong, unknown[0])
		}
		q.filter.Names = publicEvents.selected(subscription{patterns, publicEvents.newest()})
	}
	return q, wrong
}

// Check rejects a text that is no cursor, and patterns that select nothing.
func (in *feedInput) Check() []fault.Field {
	_, wrong := in.request(false)
	return wrong
}

func (a *api) readFeed(ctx context.Context, in *feedInput) (*httpapi.Reply[feedView], error) {
	q, _ := in.request(auth.MustFrom(ctx).MayUse(scopeCustomers))
	deadline := time.NewTimer(time.Duration(in.Wait) * time.Second)
	defer deadline.Stop()
	for {
		view, err := a.pageOfFeed(ctx, &q)
		if err != nil {
			return nil, err
		}
		if len(view.Data) > 0 || in.Wait == 0 {
			return httpapi.OK(view)
		}
		select {
		case <-deadline.C:
			return httpapi.OK(view)
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(feedPoll):
		}
	}
}

// pageOfFeed is the next page, up to the horizon of the log. It moves the request on. It leaves out
// an event that has no body: readers must get past it.
func (a *api) pageOfFeed(ctx context.Context, q *feedRequest) (feedView, error) {
	db := a.db.WithContext(ctx)
	end, err := a.horizon.Advance(ctx, db, settleTime)
	if err != nil {
		return feedView{}, err
	}
	if q.latest {
		q.latest, q.filter.After = false, end
	}
	if q.filter.Before = end + 1; q.filter.After >= end || len(q.filter.Names) == 0 {
		return feedView{Data: []publicBody{}, Cursor: feedCursor(max(q.filter.After, end))}, nil
	}
	entries, err := eventbus.ReadForward(ctx, db, q.filter, q.limit+1)
	if err != nil {
		return feedView{}, err
	}
	view := feedView{Data: []publicBody{}, HasMore: len(entries) > q.limit}
	for _, entry := range entries[:min(len(entries), q.limit)] {
		q.filter.After = entry.Seq
		body, err := publicEvents.body(entry, q.personal)
		if err != nil {
			a.log.Error("an event can't be shown in the feed", zap.String("event", entry.ID), zap.Error(err))
			continue
		}
		view.Data = append(view.Data, body)
	}
	if !view.HasMore {
		q.filter.After = end // what the filter leaves out is passed over
	}
	view.Cursor = feedCursor(q.filter.After)
	return view, nil
}
