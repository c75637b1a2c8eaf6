package catalog

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"

	"gorm.io/gorm"
)

// dictionary is this process's copy of the words that a typo may have been meant for: those without digits. Words are only ever added, under the
// catalogue's lock and with growing ids, so what is missing is what has a greater id than the last.
type dictionary struct {
	mu    sync.RWMutex
	last  int64
	words []spelling
}

// spelling is a word made ready for comparing.
type spelling struct {
	word    string
	runes   []rune
	letters uint64 // one bit for each letter that it has
}

func spell(word string) spelling {
	s := spelling{word: word, runes: []rune(word)}
	for _, r := range s.runes {
		s.letters |= 1 << (uint(r) % 64)
	}
	return s
}

// refresh reads the words that were added since.
func (d *dictionary) refresh(ctx context.Context, db *gorm.DB) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var fresh []struct {
		ID   int64
		Word string
	}
	if err := db.WithContext(ctx).Raw(`SELECT id, word FROM catalog_words WHERE id > ? ORDER BY id`, d.last).Scan(&fresh).Error; err != nil {
		return err
	}
	for _, f := range fresh {
		d.last = f.ID
		if !strings.ContainsFunc(f.Word, unicode.IsDigit) {
			d.words = append(d.words, spell(f.Word))
		}
	}
	return nil
}

// near are the words at an edit distance of at most 1 for a word of up to 5 letters, else 2, with their distances.
func (d *dictionary) near(word string) map[string]int {
	d.mu.RLock()
	words := d.words // only ever appended to
	d.mu.RUnlock()
	w := spell(word)
	limit := 2
	if len(w.runes) <= 5 {
		limit = 1
	}
	found := map[string]int{}
	for _, s := range words {
		if n := len(s.runes) - len(w.runes); n < -limit || n > limit || bits.OnesCount64(s.letters^w.letters) > 2*limit {
			continue
		}
		if n := distance(w.runes, s.runes); n <= limit {
			found[s.word] = n
		}
	}
	return found
}

// distance is the number of letters to insert, delete, replace or swap with their neighbour that turn a into b (optimal string alignment).
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

// nearest are the words at the smallest distance, in order.
func nearest(near map[string]int) []string {
	least := 3
	for _, n := range near {
		least = min(least, n)
	}
	var words []string
	for w, n := range near {
		if n == least {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	return words
}
