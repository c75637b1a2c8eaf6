package shop

import (
	"context"
	"net/http"
	"strings"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// groupRoutes registers the operations of a group. B is the body of its PUT: a struct of
// httpapi.Optional fields with the names of V's.
func groupRoutes[B, V any](r *httpapi.Router, a *api, k *kind[V], name, about, rules string) {
	groupReadRoute(r, a, k, func(v groupView[V]) groupView[V] { return v }, name, about)
	groupSaveRoute[B](r, a, k, name, about, rules)
}

func groupPath(name events.Group) string { return "/v1/admin/settings/" + string(name) }

// groupReadRoute registers the operation that reads a group, which is answered as answer makes it.
func groupReadRoute[V, W any](
	r *httpapi.Router, a *api, k *kind[V], answer func(groupView[V]) W, name, about string,
) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "get" + name + "Settings", Scope: "settings:read", Method: http.MethodGet, Path: groupPath(k.name), Tag: tag,
		Summary: "Read the settings of " + about, Detail: "With what the configuration pins, and what is missing.",
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Reply[W], error) {
		rows, err := loadGroups(a.DB.WithContext(ctx))
		if err != nil {
			return nil, err
		}
		v, err := k.view(rows)
		if err != nil {
			return nil, err
		}
		return httpapi.OK(answer(v))
	})
}

// groupSaveRoute registers the operation that changes a group.
func groupSaveRoute[B, V any](r *httpapi.Router, a *api, k *kind[V], name, about, rules string) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "update" + name + "Settings", Scope: "settings:write", Method: http.MethodPut, Path: groupPath(k.name), Tag: tag,
		Summary: "Change the settings of " + about,
		Detail: strings.TrimSpace("Absent fields stay, `null` gives the default, a list is replaced whole. A pinned field " +
			"takes no other value. " + rules),
	}, func(ctx context.Context, in *groupInput[B]) (*httpapi.Reply[groupView[V]], error) {
		sent, err := fieldsOf(in.Body)
		if err != nil {
			return nil, err
		}
		return renewed(ctx, a, http.StatusOK, func(tx *gorm.DB) (v groupView[V], err error) {
			g, err := saveGroup(ctx, tx, a.groups, k, sent, in.IfMatch, a.Clock.Now(), in.CheckLate()...)
			if err != nil {
				return v, err
			}
			return k.view(map[events.Group]group{k.name: g})
		})
	})
}

// renewed is httpapi.Commit of a change that the process's copies are to have before it is
// answered.
func renewed[T any](
	ctx context.Context, a *api, status int, change func(tx *gorm.DB) (T, error),
) (*httpapi.Reply[T], error) {
	reply, err := httpapi.Commit(ctx, a.DB, status, change)
	if err != nil {
		return nil, err
	}
	return reply, a.Copies.Refresh(ctx)
}

// groupInput is the input of a PUT with the body B.
type groupInput[B any] struct {
	httpapi.IfMatch
	Body B
}

// CheckLate requires what no schema says. saveGroup answers these faults with those of the whole.
func (in *groupInput[B]) CheckLate() []fault.Field {
	if b, ok := any(&in.Body).(interface{ check() []fault.Field }); ok {
		return b.check()
	}
	return nil
}

// groupView is a group with values of the type V.
type groupView[V any] struct {
	Group     events.Group  `json:"group" example:"loyalty"`
	Version   int64         `json:"version" doc:"Rises with every change; between quotes it is good for If-Match." example:"7"`
	Values    V             `json:"values"`
	Pinned    []events.Pin  `json:"pinned" nullable:"false" doc:"The fields that a key of the configuration decides about."`
	Missing   []string      `json:"missing" nullable:"false" doc:"Fields without which a shop should not sell." example:"[\"iban\"]"`
	UpdatedAt httpapi.Time  `json:"updatedAt"`
	UpdatedBy *savedByStaff `json:"updatedBy" doc:"null: the configuration, an API key, or an account that is gone."`
}

// SchemaName is the name in the document: TaxSettingsGroup, with TaxSettings as values.
func (v groupView[V]) SchemaName() string {
	return any(v.Values).(httpapi.Named).SchemaName() + "Group"
}

// ResourceVersion is the version of the group.
func (v groupView[V]) ResourceVersion() int64 { return v.Version }

// savedByStaff is the member of the staff who saved a group.
type savedByStaff struct {
	ID   string `json:"id" format:"uuid" example:"0199d5a1-93c4-7a50-8b1c-6d2e3f405162"`
	Name string `json:"name" example:"Ada Lovelace"`
}

// SchemaName is the name in the document.
func (savedByStaff) SchemaName() string { return "SettingsEditor" }

// view is the group of the rows.
func (k *kind[V]) view(rows map[events.Group]group) (v groupView[V], err error) {
	g := rows[k.name]
	v = groupView[V]{Group: k.name, Version: g.Version, Missing: []string{}, UpdatedAt: httpapi.TimeOf(g.UpdatedAt)}
	if v.Values, err = k.valuesOf(rows); err != nil {
		return v, err
	}
	if v.Pinned, err = g.pins(); err != nil {
		return v, err
	}
	if k.missing != nil {
		v.Missing = k.missing(v.Values)
	}
	if g.UpdatedByID != nil {
		v.UpdatedBy = &savedByStaff{ID: *g.UpdatedByID, Name: *g.UpdatedByName}
	}
	return v, nil
}

// optionalFaults are those that check finds in a field that is set to something.
func optionalFaults[T any](o httpapi.Optional[T], check func(T) []fault.Field) []fault.Field {
	if !o.Set || o.Null {
		return nil
	}
	return check(o.Value)
}
