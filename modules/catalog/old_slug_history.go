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

// oldSlugsJob takes former slugs from the event log, once: those of renames from before there was
// catalog_old_slugs. It reads the log from its end, so that of several owners of a slug the last
// one counts.
func oldSlugsJob(db *gorm.DB) background.Job {
	const entriesAtOnce = 500
	return background.Job{Name: "former slugs from the event log", Every: taskPause, Do: func(ctx context.Context) error {
		return runTask(ctx, db, "old slugs", func(tx *gorm.DB, place string) (next string, done bool, err error) {
			before, _ := strconv.ParseInt(place, 10, 64) // "" at the beginning: the end of the log
			entries, err := eventbus.ReadLog(ctx, tx, eventbus.LogFilter{Before: before, Names: []string{
				events.ProductSaved{}.EventName(), events.BrandSaved{}.EventName(), events.CategorySaved{}.EventName(),
			}}, entriesAtOnce, 0)
			if err != nil || len(entries) == 0 {
				return place, true, err
			}
			if err := insertOldSlugs(tx, slugsIn(entries)); err != nil {
				return "", false, err
			}
			return strconv.FormatInt(entries[len(entries)-1].Seq, 10), false, nil
		})
	}}
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
