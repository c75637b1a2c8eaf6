package catalog

import (
	"cmp"
	"sync/atomic"

	"gorm.io/gorm"
)

// collections are all of them. They are immutable.
type collections struct {
	version int64 // catalogState.Taxonomy when they were loaded
	inOrder []collection
	byID    map[string]*collection
	ids     map[string]string // by slug, former ones too
}

// collectionCache keeps the collections that were loaded last. They are apart from the taxonomy, so
// that no list of a shop without collections needs a query more.
type collectionCache struct{ last atomic.Pointer[collections] }

// get returns the collections of the version, which the caller has read from the database, or newer
// ones.
func (k *collectionCache) get(db *gorm.DB, version int64) (*collections, error) {
	if last := k.last.Load(); last != nil && last.version == version {
		return last, nil
	}
	loaded, err := loadCollections(db)
	if err != nil {
		return nil, err
	}
	loaded.version = version
	k.last.Store(loaded)
	return loaded, nil
}

// published returns the published collection with the id or slug, or nil.
func (k *collections) published(idOrSlug string) *collection {
	if c := k.byID[cmp.Or(k.ids[idOrSlug], idOrSlug)]; c != nil && c.Published {
		return c
	}
	return nil
}

func loadCollections(db *gorm.DB) (*collections, error) {
	k := &collections{byID: map[string]*collection{}, ids: map[string]string{}}
	if err := db.Order("position, name_key, id").Find(&k.inOrder).Error; err != nil {
		return nil, err
	}
	for i := range k.inOrder {
		c := &k.inOrder[i]
		k.byID[c.ID], k.ids[c.Slug] = c, c.ID
	}
	if len(k.inOrder) == 0 {
		return k, nil
	}
	var former []oldSlug
	if err := db.Where("kind = ?", slugOfCollection).Find(&former).Error; err != nil {
		return nil, err
	}
	for _, o := range former {
		if _, taken := k.ids[o.Slug]; !taken {
			k.ids[o.Slug] = o.OwnerID
		}
	}
	return k, nil
}

// restrict is the filter of a query with the attributes that the query names, within the collection
// that it names; and that collection, or nil. It returns ValidationFailed for a value that is none
// of its attribute.
func (r *catalogReader) restrict(
	db *gorm.DB, f filter, in *findInput, tree *taxonomy, state catalogState,
) (filter, *collection, error) {
	if err := in.addAttributes(&f, tree.definitions); err != nil {
		return f, nil, err
	}
	if in.Collection == "" {
		return f, nil, nil
	}
	all, err := r.collections.get(db, state.Taxonomy)
	if err != nil {
		return f, nil, err
	}
	c := all.published(in.Collection)
	return f.within(c, tree), c, nil
}
