package identity

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) apiKeyRoutes(r *httpapi.Router) {
	op := func(id, method, path, summary, detail string, errors ...fault.Code) httpapi.Op {
		return httpapi.Op{
			ID: id, Scope: "keys:write", StepUp: stepUpOfWrites(method), Method: method, Path: "/v1/admin/api-keys" + path,
			Tag: tagKeys, Summary: summary, Detail: detail, Errors: errors,
		}
	}
	create := op("createApiKey", http.MethodPost, "", "Make an API key",
		"The answer holds the `key`: it is shown once. It is the bearer token of a program, for operations with "+
			"`x-scope`, within its scopes, which the caller has. It outlives the caller's role.")
	create.Status, create.Secret = http.StatusCreated, true
	httpapi.Handle(r, httpapi.Admin, op("listApiKeys", http.MethodGet, "", "List the API keys, newest first",
		"Revoked ones are among them."), a.listAPIKeys)
	httpapi.Handle(r, httpapi.Admin, create, a.createAPIKey,
		func(in *createAPIKeyInput) []fault.Field { return in.change().checkExpiry(a.Clock.Now()) })
	httpapi.Handle(r, httpapi.Admin, op("getApiKey", http.MethodGet, "/{id}", "Read an API key",
		"`lastUsedAt` is a few seconds behind."), a.getAPIKey)
	httpapi.Handle(r, httpapi.Admin, op("updateApiKey", http.MethodPatch, "/{id}", "Change an API key",
		"Absent fields stay, `null` clears. It counts within a second. The caller has the scopes of the key after the "+
			"change.",
		fault.InvalidTransition), a.updateAPIKey,
		func(in *updateAPIKeyInput) []fault.Field { return in.change().checkExpiry(a.Clock.Now()) })
	httpapi.Handle(r, httpapi.Admin, op("revokeApiKey", http.MethodDelete, "/{id}", "Revoke an API key",
		"For good, within a second; a repetition changes nothing. The key stays in the list."), a.revokeAPIKey)
}

type createAPIKeyInput struct {
	Body struct {
		Name      httpapi.Text       `json:"name" minLength:"1" maxLength:"60" example:"ERP"`
		Scopes    []httpapi.KeyScope `json:"scopes" minItems:"1" maxItems:"100" example:"[\"orders:read\",\"stock:write\"]"`
		ExpiresAt *httpapi.Time      `json:"expiresAt,omitempty" doc:"Default: never." example:"2027-11-20T13:00:00.000Z"`
	}
}

func (in *createAPIKeyInput) change() apiKeyChange {
	return apiKeyChange{
		Name: (*string)(&in.Body.Name), Scopes: httpapi.ScopesOf(in.Body.Scopes),
		ExpiresAt: new((*time.Time)(in.Body.ExpiresAt)),
	}
}

type updateAPIKeyInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body struct {
		Name      httpapi.Optional[httpapi.Text] `json:"name" minLength:"1" maxLength:"60" nullable:"false" example:"ERP"`
		Scopes    []httpapi.KeyScope             `json:"scopes,omitempty" minItems:"1" maxItems:"100" example:"[\"orders:read\",\"stock:write\"]"`
		ExpiresAt httpapi.Optional[httpapi.Time] `json:"expiresAt" example:"2027-11-20T13:00:00.000Z"`
	}
}

func (in *updateAPIKeyInput) change() (c apiKeyChange) {
	b := &in.Body
	if b.Name.Set {
		c.Name = (*string)(&b.Name.Value)
	}
	if b.Scopes != nil {
		c.Scopes = httpapi.ScopesOf(b.Scopes)
	}
	if b.ExpiresAt.Set {
		c.ExpiresAt = new((*time.Time)(b.ExpiresAt.Ptr()))
	}
	return c
}

type apiKeyInput struct{ httpapi.PathID }

type revokeAPIKeyInput struct {
	httpapi.PathID
	httpapi.IfMatch
}

type listAPIKeysInput struct{ httpapi.Page }

// apiKeyView is a key as the staff see it.
type apiKeyView struct {
	ID         string        `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name       string        `json:"name" example:"ERP"`
	Prefix     string        `json:"prefix" doc:"How the key begins." example:"odk_k7m2qx4d"`
	Scopes     []auth.Scope  `json:"scopes" nullable:"false" example:"[\"orders:read\",\"stock:write\"]"`
	Status     apiKeyStatus  `json:"status" example:"active"`
	ExpiresAt  *httpapi.Time `json:"expiresAt" doc:"null: never."`
	LastUsedAt *httpapi.Time `json:"lastUsedAt" doc:"To the minute; null: never."`
	CreatedBy  string        `json:"createdBy" doc:"The actor, as in the audit." example:"user:0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Version    int64         `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
	CreatedAt  httpapi.Time  `json:"createdAt"`
	UpdatedAt  httpapi.Time  `json:"updatedAt"`
}

// SchemaName is the name in the document.
func (apiKeyView) SchemaName() string { return "ApiKey" }

// ResourceVersion is the version of the key.
func (v apiKeyView) ResourceVersion() int64 { return v.Version }

// newAPIKeyView is a key with its text, which is shown once.
type newAPIKeyView struct {
	apiKeyView
	Key string `json:"key" doc:"Shown once." example:"odk_k7m2qx4d_dGhpcyBpcyBub3QgYSBrZXksIG9ubHkgYW4gZXhhbXA"`
}

// SchemaName is the name in the document.
func (newAPIKeyView) SchemaName() string { return "NewApiKey" }

// Location is the path of the key.
func (v newAPIKeyView) Location() string { return "/v1/admin/api-keys/" + v.ID }

func viewAPIKey(k apiKey, uses map[string]time.Time, now time.Time) apiKeyView {
	v := apiKeyView{
		ID: k.ID, Name: k.Name, Prefix: k.Prefix, Scopes: k.Scopes.List(), Status: k.statusAt(now),
		ExpiresAt: httpapi.TimePtr(k.ExpiresAt),
		CreatedBy: k.CreatedBy, Version: k.Version, CreatedAt: httpapi.TimeOf(k.CreatedAt),
		UpdatedAt: httpapi.TimeOf(k.UpdatedAt),
	}
	if at, used := uses[k.ID]; used {
		v.LastUsedAt = httpapi.TimePtr(&at)
	}
	return v
}

// usedAPIKey is the view of a key with its last use.
func (a *api) usedAPIKey(db *gorm.DB, k apiKey) (apiKeyView, error) {
	uses, err := a.Authority.KeyUses(db, k.ID)
	return viewAPIKey(k, uses, a.Clock.Now()), err
}

func (a *api) listAPIKeys(ctx context.Context, in *listAPIKeysInput) (*httpapi.Reply[httpapi.List[apiKeyView]], error) {
	db := a.DB.WithContext(ctx)
	keys, total, err := findAPIKeys(db, in.Page)
	if err != nil {
		return nil, err
	}
	uses, err := a.Authority.KeyUses(db, convert.All(keys, func(k apiKey) string { return k.ID })...)
	if err != nil {
		return nil, err
	}
	now := a.Clock.Now()
	views := convert.All(keys, func(k apiKey) apiKeyView { return viewAPIKey(k, uses, now) })
	return httpapi.OK(httpapi.NewList(views, total, in.Page))
}

func (a *api) createAPIKey(ctx context.Context, in *createAPIKeyInput) (*httpapi.Reply[newAPIKeyView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusCreated, func(tx *gorm.DB) (newAPIKeyView, error) {
		now := a.Clock.Now()
		k, text, err := createAPIKey(ctx, tx, a.Authority, auth.MustFrom(ctx), in.change(), now)
		return newAPIKeyView{viewAPIKey(k, nil, now), text}, err
	})
}

func (a *api) getAPIKey(ctx context.Context, in *apiKeyInput) (*httpapi.Reply[apiKeyView], error) {
	db := a.DB.WithContext(ctx)
	k, err := apiKeyByID(db, in.ID)
	if err != nil {
		return nil, err
	}
	view, err := a.usedAPIKey(db, k)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(view)
}

func (a *api) updateAPIKey(ctx context.Context, in *updateAPIKeyInput) (*httpapi.Reply[apiKeyView], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (apiKeyView, error) {
		k, err := editAPIKey(ctx, tx, a.Authority, auth.MustFrom(ctx), in.ID, in.IfMatch, in.change(), a.Clock.Now())
		if err != nil {
			return apiKeyView{}, err
		}
		return a.usedAPIKey(tx, k)
	})
}

func (a *api) revokeAPIKey(ctx context.Context, in *revokeAPIKeyInput) (*httpapi.Reply[httpapi.None], error) {
	return httpapi.Commit(ctx, a.DB, http.StatusNoContent, func(tx *gorm.DB) (httpapi.None, error) {
		return httpapi.None{}, revokeAPIKey(ctx, tx, a.Authority, in.ID, in.IfMatch, a.Clock.Now())
	})
}
