package catalog

import (
	"context"
	"reflect"
	"time"

	"gorm.io/gorm"

	"orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
)

// replaceSynonyms replaces the synonyms of the search and publishes SynonymsSaved, unless they are
// as before. It returns fault.PreconditionFailed.
func replaceSynonyms(
	ctx context.Context, tx *gorm.DB, groups []synonymGroup, rules []synonymRule, match httpapi.IfMatch, now time.Time,
) (synonymList, error) {
	if err := bumpTaxonomy(tx); err != nil {
		return synonymList{}, err
	}
	l, err := database.Take[synonymList](database.ForUpdate(tx))
	if err != nil {
		return l, err
	}
	if err := match.Require(l.Version); err != nil {
		return l, err
	}
	if reflect.DeepEqual(l.Groups, groups) && reflect.DeepEqual(l.Rules, rules) {
		return l, nil
	}
	l.Groups, l.Rules, l.UpdatedAt = groups, rules, &now
	if err := database.SaveVersion(tx, &l, &l.Version); err != nil {
		return l, err
	}
	return l, eventbus.Publish(ctx, tx, events.SynonymsSaved{
		Version: l.Version, Groups: len(l.Groups), Rules: len(l.Rules),
	})
}
