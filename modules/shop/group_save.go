package shop

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// saveGroup sets fields of a group: those of sent, where null stands for the default. It publishes
// the group unless nothing has changed. It returns fault.Stale when match has another version, and
// a validation fault with all faults: those that were found in what was sent, those of a pinned
// field that is to have another value, and those of values that contradict each other.
func saveGroup[V any](
	ctx context.Context, tx *gorm.DB, all *groups, k *kind[V], sent fields, match httpapi.IfMatch, now time.Time,
	sentFaults ...fault.Field,
) (group, error) {
	rows, err := lockGroups(tx)
	if err != nil {
		return group{}, err
	}
	g, found := rows[k.name]
	if !found {
		return group{}, fault.Missing()
	}
	if err := match.Require(g.Version); err != nil {
		return group{}, err
	}
	others, err := all.settingsOf(rows)
	if err != nil {
		return group{}, err
	}
	others.today = dayIn(others.profile.TimeZone, now)
	before, v, err := k.merge(&g, sent.without(sentFaults))
	if err != nil {
		return group{}, err
	}
	faults, err := k.faults(tx, &v, &others)
	if err != nil {
		return group{}, err
	}
	text, err := json.Marshal(v)
	if err != nil {
		return group{}, err
	}
	changed, err := before.changed(string(text))
	if err != nil {
		return group{}, err
	}
	pinned, err := refusePinned(&g, changed)
	if err != nil {
		return group{}, err
	}
	follows := func(f fault.Field) bool {
		return slices.ContainsFunc(sentFaults, func(sent fault.Field) bool { return sent.Pointer == f.Pointer })
	}
	faults = slices.DeleteFunc(append(faults, pinned...), follows)
	if faults = append(faults, sentFaults...); len(faults) > 0 {
		return group{}, fault.Invalid(faults...)
	}
	if len(changed) == 0 {
		return g, nil
	}
	g.by(auth.MustFrom(ctx), now)
	return g, g.replace(ctx, tx, string(text), g.Pinned)
}

// faults are those of the values, which it resolves.
func (k *kind[V]) faults(tx *gorm.DB, v *V, others *settings) (faults []fault.Field, err error) {
	if k.resolve != nil {
		if faults, err = k.resolve(tx, v); err != nil {
			return nil, err
		}
	}
	if k.check != nil {
		faults = append(faults, k.check(*v, others)...)
	}
	return faults, nil
}

// merge returns the group's fields, and its values with those that were sent.
func (k *kind[V]) merge(g *group, sent fields) (before fields, after V, err error) {
	if err := json.Unmarshal([]byte(g.FieldValues), &before); err != nil {
		return nil, after, err
	}
	defaults, err := fieldsOf(k.defaults)
	if err != nil {
		return nil, after, err
	}
	set := maps.Clone(sent)
	for name, value := range set {
		if string(value) == "null" {
			set[name] = defaults[name]
		}
	}
	after, err = k.decode(before.with(set, slices.Collect(maps.Keys(set))))
	return before, after, err
}

// decode are the values that the fields are.
func (k *kind[V]) decode(f fields) (v V, err error) {
	text, err := json.Marshal(f)
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(text, &v)
}

// encode is the JSON of the fields, as that of the group's type is written.
func (k *kind[V]) encode(f fields) (string, error) {
	v, err := k.decode(f)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(v)
	return string(text), err
}

// refusePinned is a fault for each of the changed fields that the configuration decides about.
func refusePinned(g *group, changed []string) (faults []fault.Field, err error) {
	pins, err := g.pins()
	if err != nil {
		return nil, err
	}
	for _, p := range pins {
		if slices.Contains(changed, p.Field) {
			faults = append(faults, fault.Field{
				Pointer: "/" + p.Field, Code: fault.NotAllowed, Detail: "is set by %s in the configuration",
				Args: []any{p.Key},
			})
		}
	}
	return faults, nil
}

// by notes who saves the group: a member of the staff, or an API key, whose name is not known here.
func (g *group) by(p auth.Principal, now time.Time) {
	g.UpdatedAt, g.UpdatedByID, g.UpdatedByName = now, nil, nil
	if p.UserID != "" {
		g.UpdatedByID, g.UpdatedByName = &p.UserID, &p.Name
	}
}

// replace stores other values and pins of the group, and publishes it.
func (g *group) replace(ctx context.Context, tx *gorm.DB, values, pinned string) error {
	before := g.FieldValues
	g.FieldValues, g.Pinned = values, pinned
	if err := database.SaveVersion(tx, g, &g.Version); err != nil {
		return err
	}
	return g.publish(ctx, tx, json.RawMessage(before))
}

func (g *group) publish(ctx context.Context, tx *gorm.DB, before json.RawMessage) error {
	pins, err := g.pins()
	if err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, events.SettingsSaved{
		Group: g.Name, Version: g.Version, Before: before, After: json.RawMessage(g.FieldValues), Pinned: pins,
	})
}

// pinnedText is how pins are stored.
func pinnedText(pins []events.Pin) (string, error) {
	sorted := slices.SortedFunc(slices.Values(pins), func(a, b events.Pin) int {
		return strings.Compare(a.Field, b.Field)
	})
	text, err := json.Marshal(append([]events.Pin{}, sorted...))
	return string(text), err
}
