package webhooks

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/modules/webhooks/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) endpointRoutes(r *httpapi.Router) {
	create := newOp("createWebhook", http.MethodPost, "", "Register an endpoint",
		"The answer holds the `secret` that signs its requests: it is shown once. There may be 20 endpoints. "+
			"`personalData` requires `customers:read` too.", codeLimitReached)
	create.Status, create.Secret, create.StepUp = http.StatusCreated, true, httpapi.StepUpUsual
	rotate := newOp("rotateWebhookSecret", http.MethodPost, "/{id}/rotate-secret", "Make a new secret",
		"The new secret is shown once. The one before signs too for 24 hours, or ends at once with `endOld`.", fault.NotFound)
	rotate.Secret, rotate.StepUp = true, httpapi.StepUpUsual
	update := newOp("updateWebhook", http.MethodPatch, "/{id}", "Change an endpoint",
		"Absent fields stay, `null` clears. `url`, `personalData`, and more `events` with personal data need a step-up. A "+
			"disabled endpoint keeps what waits and gets no later events; enabled again, it gets what waited and what comes, "+
			"and a replay from `disabledAt` fills the gap.", fault.NotFound)
	update.StepUp = httpapi.StepUpPartly
	httpapi.Handle(r, httpapi.Admin, newOp("listWebhooks", http.MethodGet, "", "List the endpoints, newest first",
		"`failing` is one that is only probed until it answers with 2xx again."), a.listEndpoints)
	httpapi.Handle(r, httpapi.Admin, create, a.createEndpoint, a.checkCreate)
	httpapi.Handle(r, httpapi.Admin, newOp("getWebhook", http.MethodGet, "/{id}", "Read an endpoint",
		"`pending` counts the deliveries that wait.", fault.NotFound), a.getEndpoint)
	httpapi.Handle(r, httpapi.Admin, update, a.updateEndpoint, a.checkChange)
	httpapi.Handle(r, httpapi.Admin, newOp("deleteWebhook", http.MethodDelete, "/{id}", "Delete an endpoint",
		"Its deliveries and replays go with it.", fault.NotFound), a.deleteEndpoint)
	httpapi.Handle(r, httpapi.Admin, rotate, a.rotateSecret)
}

// endpointView is an endpoint as admins see it.
type endpointView struct {
	ID             string                 `json:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
	URL            string                 `json:"url" example:"https://hooks.example.com/orderd"`
	Description    *string                `json:"description" example:"The warehouse."`
	Events         []string               `json:"events" doc:"Names of public events, or beginnings of them and *." example:"[\"ordering.*\"]"`
	PersonalData   bool                   `json:"personalData" doc:"It gets personal fields, and every erasure." example:"false"`
	Enabled        bool                   `json:"enabled" example:"true"`
	Status         endpointStatus         `json:"status" example:"active"`
	DisabledReason *events.DisabledReason `json:"disabledReason" doc:"gone: it answered 410. failures: it failed for 72 hours." example:"gone"`
	FailingSince   *httpapi.Time          `json:"failingSince"`
	DisabledAt     *httpapi.Time          `json:"disabledAt"`
	LastSuccessAt  *httpapi.Time          `json:"lastSuccessAt"`
	Pending        int64                  `json:"pending" doc:"Deliveries that wait." example:"0"`
	OldSecretUntil *httpapi.Time          `json:"oldSecretUntil" doc:"Until when the secret before signs too."`
	Version        int64                  `json:"version" doc:"Rises with every change of the settings, also when the service disables it; between quotes it is good for If-Match." example:"7"`
	CreatedAt      httpapi.Time           `json:"createdAt"`
	UpdatedAt      httpapi.Time           `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (endpointView) SchemaName() string { return "Webhook" }

// ResourceVersion is the version of the endpoint.
func (v endpointView) ResourceVersion() int64 { return v.Version }

// newEndpointView is an endpoint with its secret, which is shown once.
type newEndpointView struct {
	endpointView
	Secret string `json:"secret" doc:"Shown once." example:"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfCg3J3q0Y="`
}

// SchemaName is the name in the document.
func (newEndpointView) SchemaName() string { return "NewWebhook" }

// Location is the path of the endpoint.
func (v newEndpointView) Location() string { return "/v1/admin/webhooks/" + v.ID }

func viewEndpoint(e endpoint, pending int64, now time.Time) endpointView {
	return endpointView{
		ID: e.ID, URL: e.URL, Description: e.Description, Events: e.Patterns, PersonalData: e.PersonalData,
		Enabled: e.Enabled,
		Status:  e.status(), DisabledReason: e.DisabledReason, FailingSince: httpapi.TimePtr(e.FailingSince),
		DisabledAt:    httpapi.TimePtr(e.DisabledAt),
		LastSuccessAt: httpapi.TimePtr(e.LastSuccessAt), Pending: pending,
		OldSecretUntil: httpapi.TimePtr(e.oldSecretUntil(now)),
		Version:        e.Version, CreatedAt: httpapi.TimeOf(e.CreatedAt), UpdatedAt: httpapi.TimeOf(e.UpdatedAt),
	}
}

type createEndpointInput struct {
	Body struct {
		URL          httpapi.Text   `json:"url" doc:"https, at most 2048 characters." example:"https://hooks.example.com/orderd"`
		Events       []httpapi.Text `json:"events" minItems:"1" maxItems:"50" doc:"Names of public events, or beginnings of them and *." example:"[\"ordering.*\"]"`
		Description  *httpapi.Text  `json:"description,omitempty" maxLength:"200" example:"The warehouse."`
		PersonalData *bool          `json:"personalData,omitempty" doc:"Default: false." example:"false"`
		Enabled      *bool          `json:"enabled,omitempty" doc:"Default: true." example:"true"`
	}
}

func (in *createEndpointInput) settings() endpointSettings {
	b := in.Body
	return endpointSettings{
		URL: string(b.URL), Description: (*string)(b.Description), Patterns: textsOf(b.Events),
		PersonalData: b.PersonalData != nil && *b.PersonalData, Enabled: b.Enabled == nil || *b.Enabled,
	}
}

func textsOf(texts []httpapi.Text) []string {
	return convert.All(texts, func(t httpapi.Text) string { return string(t) })
}

func eventPointer(i int) string { return fmt.Sprintf("/events/%d", i) }

// requirePersonal refuses a caller who would get personal data in this way alone.
func requirePersonal(ctx context.Context, personal bool) error {
	if !personal {
		return nil
	}
	return httpapi.RequireScope(ctx, scopeCustomers)
}

// checkCreate rejects a URL that no request may go to, and patterns that select nothing.
func (a *api) checkCreate(in *createEndpointInput) []fault.Field {
	s := in.settings()
	return append(checkURL(a.targets, s.URL), checkPatterns(s.Patterns, eventPointer)...)
}

func (a *api) createEndpoint(ctx context.Context, in *createEndpointInput) (*httpapi.Reply[newEndpointView], error) {
	s := in.settings()
	if err := requirePersonal(ctx, s.PersonalData); err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.db, http.StatusCreated, func(tx *gorm.DB) (newEndpointView, error) {
		now := a.clock.Now()
		e, key, err := createEndpoint(ctx, tx, s, a.secrets, now)
		return newEndpointView{viewEndpoint(e, 0, now), key.String()}, err
	})
}

func (a *api) listEndpoints(ctx context.Context, in *httpapi.Page) (*httpapi.Reply[httpapi.List[endpointView]], error) {
	db := a.db.WithContext(ctx)
	found, total, err := pageOfEndpoints(db, *in)
	if err != nil {
		return nil, err
	}
	pending, err := countPending(db)
	if err != nil {
		return nil, err
	}
	now := a.clock.Now()
	views := convert.All(found, func(e endpoint) endpointView { return viewEndpoint(e, pending[e.ID], now) })
	return httpapi.OK(httpapi.NewList(views, total, *in))
}

type endpointInput struct{ httpapi.PathID }

func (a *api) getEndpoint(ctx context.Context, in *endpointInput) (*httpapi.Reply[endpointView], error) {
	db := a.db.WithContext(ctx)
	e, err := endpointByID(db, in.ID)
	if err != nil {
		return nil, err
	}
	view, err := viewWithPending(db, e, a.clock.Now())
	if err != nil {
		return nil, err
	}
	return httpapi.OK(view)
}

func viewWithPending(db *gorm.DB, e endpoint, now time.Time) (endpointView, error) {
	pending, err := countPending(db)
	return viewEndpoint(e, pending[e.ID], now), err
}

type deleteEndpointInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type changeEndpointInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		URL          httpapi.Optional[httpapi.Text]   `json:"url" nullable:"false" doc:"https, at most 2048 characters." example:"https://hooks.example.com/orderd"`
		Events       httpapi.Optional[[]httpapi.Text] `json:"events" nullable:"false" minItems:"1" maxItems:"50" doc:"Names of public events, or beginnings of them and *." example:"[\"ordering.*\"]"`
		Description  httpapi.Optional[httpapi.Text]   `json:"description" maxLength:"200" example:"The warehouse."`
		PersonalData httpapi.Optional[bool]           `json:"personalData" nullable:"false" example:"false"`
		Enabled      httpapi.Optional[bool]           `json:"enabled" nullable:"false" example:"true"`
	}
}

// apply changes settings. Who may not have personal data may not send it elsewhere, or more of it.
func (in *changeEndpointInput) apply(ctx context.Context, s *endpointSettings) error {
	b, before := in.Body, *s
	if b.URL.Set {
		s.URL = string(b.URL.Value)
	}
	if b.Events.Set {
		s.Patterns = textsOf(b.Events.Value)
	}
	if b.Description.Set {
		s.Description = (*string)(b.Description.Ptr())
	}
	if b.PersonalData.Set {
		s.PersonalData = b.PersonalData.Value
	}
	if b.Enabled.Set {
		s.Enabled = b.Enabled.Value
	}
	if !s.widens(before) {
		return nil
	}
	if err := httpapi.RequireStepUp(ctx); err != nil {
		return err
	}
	return requirePersonal(ctx, true)
}

// checkChange is checkCreate for what a change names.
func (a *api) checkChange(in *changeEndpointInput) (wrong []fault.Field) {
	if in.Body.URL.Set {
		wrong = checkURL(a.targets, string(in.Body.URL.Value))
	}
	return append(wrong, checkPatterns(textsOf(in.Body.Events.Value), eventPointer)...)
}

func (a *api) updateEndpoint(ctx context.Context, in *changeEndpointInput) (*httpapi.Reply[endpointView], error) {
	if in.Body.URL.Set || in.Body.PersonalData.Set {
		if err := httpapi.RequireStepUp(ctx); err != nil {
			return nil, err
		}
	}
	if err := requirePersonal(ctx, in.Body.PersonalData.Value); err != nil {
		return nil, err
	}
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (endpointView, error) {
		now := a.clock.Now()
		e, err := changeEndpoint(ctx, tx, in.ID, in.IfMatch, func(s *endpointSettings) error { return in.apply(ctx, s) }, now)
		if err != nil {
			return endpointView{}, err
		}
		database.AfterCommit(tx, func() { a.wake([]string{e.ID}) })
		return viewWithPending(tx, e, now)
	})
}

func (a *api) deleteEndpoint(ctx context.Context, in *deleteEndpointInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.db, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		database.AfterCommit(tx, a.purge)
		return httpapi.None{}, deleteEndpoint(ctx, tx, in.ID, in.IfMatch, a.clock.Now())
	})
}

type rotateSecretInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		EndOld *bool `json:"endOld,omitempty" doc:"The secret before ends at once. Default: false." example:"false"`
	} `required:"false"`
}

// rotatedView is a new secret.
type rotatedView struct {
	Secret         string        `json:"secret" doc:"Shown once." example:"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfCg3J3q0Y="`
	OldSecretUntil *httpapi.Time `json:"oldSecretUntil" doc:"Until when the secret before signs too; null: not at all."`
}

// SchemaName is the name in the document.
func (rotatedView) SchemaName() string { return "RotatedWebhookSecret" }

func (a *api) rotateSecret(ctx context.Context, in *rotateSecretInput) (*httpapi.Reply[rotatedView], error) {
	endOld := in.Body.EndOld != nil && *in.Body.EndOld
	return httpapi.Commit(ctx, a.db, http.StatusOK, func(tx *gorm.DB) (rotatedView, error) {
		e, key, err := rotateSecret(ctx, tx, in.ID, in.IfMatch, endOld, a.secrets, a.clock.Now())
		return rotatedView{key.String(), httpapi.TimePtr(e.OldUntil)}, err
	})
}
