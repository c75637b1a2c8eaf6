package backoffice

import (
	"context"
	"fmt"

	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// eventList is a page of the log.
type eventList struct {
	Data []event   `json:"data"`
	Meta eventMeta `json:"meta"`
}

// eventMeta is httpapi.Meta with a cursor.
type eventMeta struct {
	Total      int64   `json:"total" doc:"Counted up to 10 000." example:"57"`
	Page       int     `json:"page" example:"1"`
	Limit      int     `json:"limit" example:"20"`
	TotalPages int     `json:"totalPages" doc:"0 without rows." example:"3"`
	NextCursor *string `json:"nextCursor" doc:"null at the end." example:"4711-57"`
}

// cursor is where a page ends, and the total as it was when the first page was counted: the pages after it count nothing.
type cursor struct{ before, total int64 }

func (c cursor) String() string { return fmt.Sprintf("%d-%d", c.before, c.total) }

// parseCursor returns a validation fault for what is no cursor of ours.
func parseCursor(text string) (c cursor, err error) {
	if _, err := fmt.Sscanf(text, "%d-%d", &c.before, &c.total); err != nil || c.String() != text || c.before < 1 || c.total < 0 {
		return cursor{}, fault.Invalid(fault.Field{Pointer: "?cursor", Code: fault.BadFormat, Detail: "is not a cursor of this list"})
	}
	return c, nil
}

func (a *api) list(ctx context.Context, f eventbus.LogFilter, in *filter) (*httpapi.Reply[eventList], error) {
	p, at, err := a.page(ctx, &f, in)
	if err != nil {
		return nil, err
	}
	var entries []eventbus.LogEntry
	if p.Offset() < eventbus.CountLimit {
		if entries, err = eventbus.ReadLog(ctx, a.db, f, p.Limit+1, p.Offset()); err != nil {
			return nil, err
		}
	}
	var next *string
	if len(entries) > p.Limit {
		entries = entries[:p.Limit]
		text := cursor{entries[p.Limit-1].Seq, at.total}.String()
		next = &text
	}
	views := make([]event, len(entries))
	for i, e := range entries {
		if views[i], err = eventOf(e); err != nil {
			return nil, err
		}
	}
	l := httpapi.Listed(views, at.total, p)
	return httpapi.OK(eventList{l.Data, eventMeta{
		Total: l.Meta.Total, Page: l.Meta.Page, Limit: l.Meta.Limit, TotalPages: l.Meta.TotalPages, NextCursor: next,
	}})
}

// page is the page that was asked for, by its number, which counts what f selects, or by a cursor, which goes into f.
func (a *api) page(ctx context.Context, f *eventbus.LogFilter, in *filter) (p httpapi.Page, at cursor, err error) {
	if in.Cursor == "" {
		at.total, err = eventbus.CountLog(ctx, a.db, *f)
		return in.Page, at, err
	}
	at, err = parseCursor(in.Cursor)
	if err == nil && in.Page.Page != 1 {
		err = fault.Invalid(fault.Field{Pointer: "?page", Code: fault.OutOfRange, Detail: "must be 1 with a cursor"})
	}
	f.Before = at.before
	return in.Page, at, err
}
