package shop

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/database"
)

// configurator writes what the configuration says into the groups.
type configurator struct {
	Deps
	groups *groups
}

// configure makes the groups that have no row, and writes the keys that are set, in one
// transaction. Of replicas that start at once one makes them. Replicas have the same configuration;
// where they have not, the last start counts.
func (c *configurator) configure(ctx context.Context) error {
	err := database.InTx(ctx, c.DB, func(tx *gorm.DB) error {
		for _, k := range c.groups.all() {
			if err := k.configure(ctx, tx, c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("shop: write the configuration into the settings: %w", err)
	}
	return nil
}

// configured is a kind of group, whatever its values are.
type configured interface {
	groupName() events.Group
	configure(ctx context.Context, tx *gorm.DB, c *configurator) error
	differs(rows map[events.Group]group) (bool, error)
}

// all are the kinds in the order of their names, in which rows are locked.
func (g *groups) all() []configured {
	return []configured{&g.bank, &g.checkout, &g.loyalty, &g.mail, &g.profile, &g.seller, &g.storefront, &g.tax}
}

func (k *kind[V]) groupName() events.Group { return k.name }

// configure makes the group, or writes the pinned fields into it. Fields that it has not had before
// an upgrade get what reading values of an earlier release gives them.
func (k *kind[V]) configure(ctx context.Context, tx *gorm.DB, c *configurator) error {
	given, err := fieldsOf(k.given)
	if err != nil {
		return err
	}
	text, err := k.encode(given)
	if err != nil {
		return err
	}
	pinned, err := pinnedText(k.pinned)
	if err != nil {
		return err
	}
	made := group{Name: k.name, Version: 1, FieldValues: text, Pinned: pinned, UpdatedAt: c.Clock.Now()}
	isNew, err := insertGroup(tx, &made)
	if err != nil {
		return err
	}
	if isNew {
		return made.publish(ctx, tx, json.RawMessage("null"))
	}
	g, err := lockGroup(tx, k.name)
	if err != nil {
		return err
	}
	values, pinned, err := k.apply(&g)
	if err != nil || values == g.FieldValues && pinned == g.Pinned {
		return err
	}
	g.UpdatedAt, g.UpdatedByID, g.UpdatedByName = c.Clock.Now(), nil, nil
	return g.replace(ctx, tx, values, pinned)
}

// apply returns what the configuration makes of the group: its values with those of the pinned
// fields, and the pins.
func (k *kind[V]) apply(g *group) (values, pinned string, err error) {
	given, err := fieldsOf(k.given)
	if err != nil {
		return "", "", err
	}
	var before fields
	if err := json.Unmarshal([]byte(g.FieldValues), &before); err != nil {
		return "", "", err
	}
	names := convert.All(k.pinned, func(p events.Pin) string { return p.Field })
	if values, err = k.encode(before.with(given, names)); err != nil {
		return "", "", err
	}
	pinned, err = pinnedText(k.pinned)
	return values, pinned, err
}

// differs reports whether the group is not what the configuration makes of it: a process with
// another one was started later, or none since it was changed.
func (k *kind[V]) differs(rows map[events.Group]group) (bool, error) {
	g, found := rows[k.name]
	if !found {
		return false, nil
	}
	values, pinned, err := k.apply(&g)
	return values != g.FieldValues || pinned != g.Pinned, err
}
