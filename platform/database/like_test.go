package database_test

import (
	"slices"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

func TestContains(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if err := db.Exec(`CREATE TABLE shop_words (word text NOT NULL)`).Error; err != nil {
			t.Fatal(err)
		}
		if err := db.Exec(`INSERT INTO shop_words VALUES ('100% wool'), ('100 wool'), ('a_b'), ('axb'), ('c\d')`).Error; err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string][]string{
			"wool": {"100 wool", "100% wool"}, "%": {"100% wool"}, "0% w": {"100% wool"}, "_": {"a_b"}, "a_b": {"a_b"}, `\`: {`c\d`}, "none": {},
		} {
			for name, q := range map[string]*gorm.DB{
				"alone":   db.Where(database.Contains("word", text)),
				"in text": db.Where("(? OR word = ?)", database.Contains("word", text), "nothing"),
			} {
				got := []string{}
				if err := q.Table("shop_words").Pluck("word", &got).Error; err != nil {
					t.Fatal(err)
				}
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Errorf("%q, %s: %q, want %q", text, name, got, want)
				}
			}
		}
	})
}
