package metadata

import (
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// Table is a module's table by which lists find metadata: a row for each value that an owner has,
// with the columns key, value and that of the owner. The metadata itself stands beside the owner.
type Table struct {
	Name  string
	Owner string // the column with the id of what has the metadata
}

// Keys returns the keys that there are values of, in their order: the first ones, up to limit. It
// looks each of them up in the index that begins with the key.
func (t Table) Keys(db *gorm.DB, limit int) (keys []string, err error) {
	err = db.Raw(`WITH RECURSIVE found (key) AS (
			SELECT min(m.key) FROM `+t.Name+` m
			UNION ALL
			SELECT (SELECT min(m.key) FROM `+t.Name+` m WHERE m.key > f.key) FROM found f WHERE f.key IS NOT NULL
		) SELECT key FROM found WHERE key IS NOT NULL LIMIT ?`, limit).Scan(&keys).Error
	return keys, err
}

type entry struct{ key, value string }

// Replace makes the values of an owner those of the objects, each once. The caller has locked the
// owner.
func (t Table) Replace(tx *gorm.DB, owner string, objects ...Object) error {
	if err := tx.Exec("DELETE FROM "+t.Name+" WHERE "+t.Owner+" = ?", owner).Error; err != nil {
		return err
	}
	const columns = 3
	for batch := range slices.Chunk(entriesOf(objects), 1000) {
		args := make([]any, 0, columns*len(batch))
		for _, e := range batch {
			args = append(args, owner, e.key, e.value)
		}
		rows := strings.TrimSuffix(strings.Repeat("(?, ?, ?), ", len(batch)), ", ")
		insert := "INSERT INTO " + t.Name + " (" + t.Owner + ", key, value) VALUES " + rows
		if err := tx.Exec(insert, args...).Error; err != nil {
			return err
		}
	}
	return nil
}

func entriesOf(objects []Object) (entries []entry) {
	seen := map[entry]bool{}
	for _, o := range objects {
		for key, value := range o {
			if e := (entry{key, value}); !seen[e] {
				seen[e] = true
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// Filter restricts a list to what has one of the values for each of the keys.
type Filter map[string][]string

// FilterOf is the filter of a parameter.
func FilterOf(lists httpapi.NamedLists) Filter { return lists.Values() }

// CheckKeys returns what is wrong with the keys that the lists of a request's body have, at the
// pointer of the object or below it.
func CheckKeys(lists httpapi.NamedValues, pointer string) []fault.Field {
	return checkKeys(maps.Keys(lists), pointer)
}

// Restrict adds the filter to a query whose column has the owner's id. A key that can be none
// matches nothing.
func (t Table) Restrict(q *gorm.DB, column string, f Filter) *gorm.DB {
	for _, key := range slices.Sorted(maps.Keys(f)) {
		if !IsKey(key) {
			return q.Where("1 = 0")
		}
		q = q.Where(column+" IN (SELECT m."+t.Owner+" FROM "+t.Name+" m WHERE m.key = ? AND m.value IN ?)", key, f[key])
	}
	return q
}
