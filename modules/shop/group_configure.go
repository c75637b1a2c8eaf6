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
		for _, configure := range c.groups.configures() {
			if err := configure(ctx, tx, c); err != nil {
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

// configures are the functions that write the configuration into the groups, one for each.
func (g *groups) configures() []func(context.Context, *gorm.DB, *configurator) error {
	return []func(context.Context, *gorm.DB, *configurator) error{
		g.bank.configure, g.checkout.configure, g.loyalty.configure, g.mail.configure, g.profile.configure,
		g.seller.configure, g.tax.configure, // in the order of their names, in which rows are locked
	}
}

// configure makes the group, or writes the pinned fields into it. Fields that it has not had before
// an upgrade get what reading values of an earlier release gives them.
func (k *kind[V]) configure(ctx context.Context, tx *gorm.DB, c *configurator) error {
	pinned, err := pinnedText(k.pinned)
	if err != nil {
		return err
	}
	given, err := fieldsOf(k.given)
	if err != nil {
		return err
	}
	text, err := k.encode(given)
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
	var before fields
	if err := json.Unmarshal([]byte(g.FieldValues), &before); err != nil {
		return err
	}
	names := convert.All(k.pinned, func(p events.Pin) string { return p.Field })
	if text, err = k.encode(before.with(given, names)); err != nil {
		return err
	}
	if text == g.FieldValues && pinned == g.Pinned {
		return nil
	}
	g.UpdatedAt, g.UpdatedByID, g.UpdatedByName = c.Clock.Now(), nil, nil
	return g.replace(ctx, tx, text, pinned)
}
