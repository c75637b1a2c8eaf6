package backoffice

import (
	"context"
	"time"

	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// eventFilter restricts the log of events, and the audit.
type eventFilter struct {
	httpapi.Page
	Name      string    `query:"name" maxLength:"200" example:"identity.logged_in.v1"`
	Key       string    `query:"key" maxLength:"200" doc:"Id of the aggregate: a user, an application, …" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	RequestID string    `query:"requestId" maxLength:"128" doc:"Events of handlers included."`
	Actor     string    `query:"actor" maxLength:"200" doc:"user:<id>, key:<id>, guest:<id>, anonymous, system or cli." example:"anonymous"`
	From      time.Time `query:"from" doc:"Inclusive." example:"2026-11-20T00:00:00.000Z"`
	To        time.Time `query:"to" doc:"Exclusive." example:"2026-11-21T00:00:00.000Z"`
	Cursor    string    `query:"cursor" maxLength:"60" doc:"nextCursor of the answer before; page is then 1."`
	Sessions  bool      `query:"sessions" default:"true" doc:"false: without sign-ins, refused ones too, and without renewals of sessions." example:"false"`
}

// Check rejects a text that is no cursor, and another page than the first beside one.
func (f *eventFilter) Check() (wrong []fault.Field) {
	if f.Cursor == "" {
		return nil
	}
	if _, ok := parseCursor(f.Cursor); !ok {
		wrong = append(wrong, fault.Field{Pointer: "?cursor", Code: fault.BadFormat, Detail: "is not a cursor of this list"})
	}
	if f.Page.Page != 1 {
		wrong = append(wrong, fault.Field{Pointer: "?page", Code: fault.OutOfRange, Detail: "must be 1 with a cursor"})
	}
	return wrong
}

// filter selects what the log lists.
func (f *eventFilter) filter() eventbus.LogFilter {
	selected := eventbus.LogFilter{
		Name: f.Name, Key: f.Key, RequestID: f.RequestID, Actor: f.Actor, From: f.From, To: f.To,
	}
	if !f.Sessions {
		selected.Except = sessionNames
	}
	return selected
}

// audit selects what the audit lists.
func (f *eventFilter) audit() eventbus.LogFilter {
	selected := f.filter()
	selected.Names, selected.Except = audited, nil
	if !f.Sessions {
		selected.Names = auditedChanges
	}
	return selected
}

func (a *api) listEvents(ctx context.Context, in *eventFilter) (*httpapi.Reply[eventList], error) {
	return a.pageOfLog(ctx, in.filter(), in.Page, in.Cursor)
}

func (a *api) listAudit(ctx context.Context, in *eventFilter) (*httpapi.Reply[eventList], error) {
	return a.pageOfLog(ctx, in.audit(), in.Page, in.Cursor)
}

// pageOfLog answers with the page of the log that was requested.
func (a *api) pageOfLog(
	ctx context.Context, f eventbus.LogFilter, page httpapi.Page, after string,
) (*httpapi.Reply[eventList], error) {
	p, at, err := a.startOfPage(ctx, &f, page, after)
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
	views := make([]eventView, len(entries))
	for i, e := range entries {
		if views[i], err = viewEvent(a.site, e); err != nil {
			return nil, err
		}
	}
	l := httpapi.NewList(views, at.total, p)
	return httpapi.OK(eventList{l.Data, eventMeta{
		Total: l.Meta.Total, Page: l.Meta.Page, Limit: l.Meta.Limit, TotalPages: l.Meta.TotalPages, NextCursor: next,
	}})
}

// startOfPage is where the requested page begins. By its number, it counts the events that f
// selects; by a cursor, it restricts f to the events before it.
func (a *api) startOfPage(
	ctx context.Context, f *eventbus.LogFilter, page httpapi.Page, after string,
) (p httpapi.Page, at cursor, err error) {
	if after == "" {
		at.total, err = eventbus.CountLog(ctx, a.db, *f)
		return page, at, err
	}
	at, _ = parseCursor(after)
	f.Before = at.before
	return page, at, nil
}
