package catalog

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"

	"gorm.io/gorm"

	"orderd/platform/search"
)

// dictionaryWord is a word that the index contains or once contained. It is never deleted.
type dictionaryWord struct {
	ID   int64 `gorm:"primaryKey;autoIncrement:false;->"` // grows, assigned by the database
	Word string
	Uses int64 // how many entries of the index have the word
}

func (dictionaryWord) TableName() string { return "catalog_words" }

// dictionary is this process's copy of the words that a misspelt word may stand for: those of
// several letters. Words are only added, and their ids grow, because the lock of the catalogue lets
// one transaction add words at a time. So the words to load are those with an id above the last.
type dictionary struct {
	mu     sync.RWMutex
	lastID int64
	words  []spelledWord
}

// spelledWord is a word prepared for comparison.
type spelledWord struct {
	word    string
	runes   []rune
	runeSet uint64 // a bit for each rune that occurs, by code point modulo 64
}

func newSpelledWord(word string) spelledWord {
	s := spelledWord{word: word, runes: []rune(word)}
	for _, r := range s.runes {
		s.runeSet |= 1 << (uint(r) % 64)
	}
	return s
}

// refresh loads the words that were added since the last call.
func (d *dictionary) refresh(ctx context.Context, db *gorm.DB) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	added, err := loadWordsAfter(db.WithContext(ctx), d.lastID)
	if err != nil {
		return err
	}
	for _, w := range added {
		d.lastID = w.ID
		if isPlain(w.Word) && !strings.ContainsFunc(w.Word, unicode.IsDigit) {
			d.words = append(d.words, newSpelledWord(w.Word))
		}
	}
	return nil
}

// similar returns the words within a small edit distance, with their distances: up to 1 for a word
// of up to 5 characters, else up to 2.
func (d *dictionary) similar(word string) map[string]int {
	d.mu.RLock()
	words := d.words // refresh only appends
	d.mu.RUnlock()
	w := newSpelledWord(word)
	limit := search.MaxEdits(len(w.runes))
	found := map[string]int{}
	for _, candidate := range words {
		lengthDiff := len(candidate.runes) - len(w.runes)
		if lengthDiff < -limit || lengthDiff > limit || bits.OnesCount64(candidate.runeSet^w.runeSet) > 2*limit {
			continue // each edit changes the length by at most one, and at most two runes of the set
		}
		if n := search.EditDistance(w.runes, candidate.runes); n <= limit {
			found[candidate.word] = n
		}
	}
	return found
}

// closest returns the words with the smallest distance, in alphabetical order.
func closest(distances map[string]int) []string {
	least := 3 // above every distance that similar returns
	for _, n := range distances {
		least = min(least, n)
	}
	var words []string
	for w, n := range distances {
		if n == least {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	return words
}
