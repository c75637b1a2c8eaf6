package webhooks

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) replayRoutes(r *httpapi.Router) {
	start := newOp("startWebhookReplay", http.MethodPost, "/replays", "Send events of the log again",
		"Those that occurred in [from, to) and match `events`, else the endpoint's, in the order of the log and with "+
			"their ids, those too that were delivered. At most 1 000 wait at a time. One replay runs for each endpoint; a "+
			"second one, or a disabled endpoint, is a 409.", fault.InvalidTransition)
	start.Status = http.StatusCreated
	httpapi.Handle(r, httpapi.Admin, start, a.startReplay, a.checkReplay)
	httpapi.Handle(r, httpapi.Admin, newOp("listWebhookReplays", http.MethodGet, "/replays",
		"List the replays, newest first",
		"They are kept for `webhooks.keep_days` after their end."), a.listReplays)
	httpapi.Handle(r, httpapi.Admin, newOp("getWebhookReplay", http.MethodGet, "/replays/{id}", "Read a replay",
		"`queued` counts the events so far.", fault.NotFound), a.getReplay)
	httpapi.Handle(r, httpapi.Admin, newOp("stopWebhookReplay", http.MethodDelete, "/replays/{id}", "Stop a replay",
		"What it has queued is still sent. One that has ended stays as it is.", fault.NotFound), a.stopReplay)
}

// replayView is a replay as admins see it.
type replayView struct {
	ID         string       `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	EndpointID string       `json:"endpointId" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	From       httpapi.Time `json:"from"`
	To         httpapi.Time `json:"to"`
	Events     []string     `json:"events" example:"[\"ordering.*\"]"`
	Status     replayStatus `json:"status" example:"done"`
	Queued     int          `json:"queued" doc:"Events so far." example:"12"`
	CreatedAt  httpapi.Time `json:"createdAt"`
	UpdatedAt  httpapi.Time `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (replayView) SchemaName() string { return "WebhookReplay" }

// Location is the path of the replay.
func (v replayView) Location() string { return "/v1/admin/webhooks/replays/" + v.ID }

func viewReplay(r replay) replayView {
	return replayView{
		ID: r.ID, EndpointID: r.EndpointID, From: httpapi.TimeOf(r.FromAt), To: httpapi.TimeOf(r.ToAt), Events: r.Patterns,
		Status: r.Status, Queued: r.Queued, CreatedAt: httpapi.TimeOf(r.CreatedAt), UpdatedAt: httpapi.TimeOf(r.UpdatedAt),
	}
}

type startReplayInput struct {
	Body struct {
		EndpointID string         `json:"endpointId" schema:"Id" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
		From       httpapi.Time   `json:"from" doc:"Inclusive, of when events occurred."`
		To         *httpapi.Time  `json:"to,omitempty" doc:"Exclusive; default: now."`
		Events     []httpapi.Text `json:"events,omitempty" minItems:"1" maxItems:"50" doc:"Names of public events, or beginnings of them and *; default: the endpoint's." example:"[\"ordering.*\"]"`
	}
}

// request is what is to be replayed, and what is wrong with it.
func (in *startReplayInput) request(now time.Time) (replayRequest, []fault.Field) {
	b := in.Body
	q := replayRequest{endpointID: b.EndpointID, from: time.Time(b.From), to: now, patterns: textsOf(b.Events)}
	wrong := checkPatterns(q.patterns, eventPointer)
	if q.from.After(now) {
		wrong = append(wrong, fault.Field{Pointer: "/from", Code: fault.OutOfRange, Detail: "must not be in the future"})
	}
	if b.To != nil {
		if to := time.Time(*b.To); to.Before(now) {
			q.to = to
		}
		if !time.Time(*b.To).After(q.from) {
			wrong = append(wrong, fault.Field{Pointer: "/to", Code: fault.OutOfRange, Detail: "must be after from"})
		}
	}
	return q, wrong
}

// checkReplay rejects a period that is none, and patterns that select nothing.
func (a *api) checkReplay(in *startReplayInput) []fault.Field {
	_, wrong := in.request(a.clock.Now())
	return wrong
}

func (a *api) startReplay(ctx context.Context, in *startReplayInput) (*httpapi.Reply[replayView], error) {
	now := a.clock.Now()
	q, _ := in.request(now)
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (replayView, error) {
		r, err := startReplay(ctx, tx, q, now)
		if err != nil {
			return replayView{}, err
		}
		database.AfterCommit(tx, a.replay)
		return viewReplay(r), nil
	})
}

type listReplaysInput struct {
	httpapi.Page
	EndpointID string `query:"endpointId" maxLength:"200" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (a *api) listReplays(ctx context.Context, in *listReplaysInput) (*httpapi.Reply[httpapi.List[replayView]], error) {
	found, total, err := pageOfReplays(a.db.WithContext(ctx), in.EndpointID, in.Page)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(httpapi.NewList(convert.All(found, viewReplay), total, in.Page))
}

type replayInput struct{ httpapi.PathID }

func (a *api) getReplay(ctx context.Context, in *replayInput) (*httpapi.Reply[replayView], error) {
	r, err := replayByID(a.db.WithContext(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(viewReplay(r))
}

func (a *api) stopReplay(ctx context.Context, in *replayInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, stopReplay(tx, in.ID, a.clock.Now())
	})
}
