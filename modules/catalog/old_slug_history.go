package catalog

import (
	"context"
	"encoding/json"
	"strconv"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/background"
	"orderd/platform/eventbus"
)

// formerSlugs takes former slugs from the event log: those of renames from before there was
// catalog_old_slugs. It reads the log from its end, so that of several owners of a slug the last
// one counts.
var formerSlugs = background.Once{
	Name: "catalog: former slugs from the event log",
	Batch: func(ctx context.Context, tx *gorm.DB, first string) (next string, done bool, err error) {
		const entriesAtOnce = 500
		if err := bumpTaxonomy(tx); err != nil {
			return "", false, err
		}
		before, _ := strconv.ParseInt(first, 10, 64) // "" at the beginning: the end of the log
		entries, err := eventbus.ReadLog(ctx, tx, eventbus.LogFilter{Before: before, Names: []string{
			events.ProductSaved{}.EventName(), events.BrandSaved{}.EventName(), events.CategorySaved{}.EventName(),
		}}, entriesAtOnce, 0)
		if err != nil || len(entries) == 0 {
			return first, true, err
		}
		return strconv.FormatInt(entries[len(entries)-1].Seq, 10), false, insertOldSlugs(tx, slugsIn(entries))
	},
}

// slugsIn are the slugs that entries of the log name, newest first, with the ids of the last that
// had them.
func slugsIn(entries []eventbus.LogEntry) map[slugKind]map[string]string {
	kinds := map[string]slugKind{
		events.ProductSaved{}.EventName(): slugOfProduct, events.BrandSaved{}.EventName(): slugOfBrand,
		events.CategorySaved{}.EventName(): slugOfCategory,
	}
	found := map[slugKind]map[string]string{}
	for _, e := range entries {
		var saved struct{ Slug string }
		if json.Unmarshal(e.Payload, &saved) != nil || saved.Slug == "" {
			continue
		}
		kind := kinds[e.Name]
		if found[kind] == nil {
			found[kind] = map[string]string{}
		}
		if _, later := found[kind][saved.Slug]; !later {
			found[kind][saved.Slug] = e.Key
		}
	}
	return found
}
