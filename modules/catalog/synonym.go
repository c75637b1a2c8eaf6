package catalog

import (
	"fmt"
	"slices"
	"time"

	"orderd/platform/fault"
	"orderd/platform/search"
)

// The limits of the synonyms. The tags of requests state them too.
const (
	maxSynonymGroups = 1000 // and rules
	maxSynonymWords  = 20   // of a group or a rule
)

// synonymList is what the owner has written of words that find one another: one row.
type synonymList struct {
	ID        int            `gorm:"primaryKey"` // always 1
	Groups    []synonymGroup `gorm:"serializer:json;column:word_groups"`
	Rules     []synonymRule  `gorm:"serializer:json;column:word_rules"`
	Version   int64          // rises with every change
	UpdatedAt *time.Time     `gorm:"autoUpdateTime:false"` // nil: never
}

func (synonymList) TableName() string { return "catalog_synonyms" }

// synonymGroup are words of which each finds the others.
type synonymGroup struct {
	Words []string `json:"words" nullable:"false" example:"[\"sofa\",\"couch\"]"`
}

// SchemaName is the name in the document.
func (synonymGroup) SchemaName() string { return "SynonymGroup" }

// synonymRule is a word that finds others, which do not find it.
type synonymRule struct {
	Word  string   `json:"word" example:"sneaker"`
	Finds []string `json:"finds" nullable:"false" example:"[\"shoe\"]"`
}

// SchemaName is the name in the document.
func (synonymRule) SchemaName() string { return "SynonymRule" }

// synonyms are for each word of a query, as tokenize returns it, the other words that it finds.
type synonyms map[string][]string

// synonyms prepares the list for searches.
func (l *synonymList) synonyms() synonyms {
	all := synonyms{}
	add := func(word string, found []string) {
		for _, other := range found {
			if other != word && !slices.Contains(all[word], other) {
				all[word] = append(all[word], other)
			}
		}
	}
	for _, g := range l.Groups {
		words := tokenize(g.Words...)
		for _, word := range words {
			add(word, words)
		}
	}
	for _, r := range l.Rules {
		found := tokenize(r.Finds...)
		for _, word := range tokenize(r.Word) {
			add(word, found)
		}
	}
	return all
}

// of returns the synonyms of a word of a query, also when it is written without its umlaut:
// "groesse" has those of "Größe".
func (s synonyms) of(word string) []string {
	contracted := search.Contract(word)
	if contracted == "" {
		return s[word]
	}
	return slices.Concat(s[word], s[contracted])
}

// with returns the words of a query and their synonyms, as many as a search looks at.
func (s synonyms) with(words []string) []string {
	all := slices.Clone(words)
	for _, w := range words {
		all = append(all, s.of(w)...)
	}
	return all[:min(len(all), len(words)+maxSynonyms)]
}

// synonymChecker collects the faults of synonyms.
type synonymChecker struct {
	faults  []fault.Field
	grouped map[string]bool // the words of the groups so far
	ruled   map[string]bool // the words with a rule so far
}

// checkSynonyms returns what is wrong with the groups and rules.
func checkSynonyms(groups []synonymGroup, rules []synonymRule) []fault.Field {
	c := synonymChecker{grouped: map[string]bool{}, ruled: map[string]bool{}}
	for i, g := range groups {
		own := map[string]bool{}
		for j, text := range g.Words {
			pointer := fmt.Sprintf("/groups/%d/words/%d", i, j)
			word := c.word(text, pointer)
			switch {
			case word == "":
			case own[word]:
				c.add(pointer, "is there twice")
			case c.grouped[word]:
				c.add(pointer, "is in another group")
			}
			own[word] = true
		}
		for word := range own {
			c.grouped[word] = true
		}
	}
	for i, r := range rules {
		c.checkRule(r, fmt.Sprint("/rules/", i))
	}
	return c.faults
}

func (c *synonymChecker) checkRule(r synonymRule, pointer string) {
	word := c.word(r.Word, pointer+"/word")
	if word != "" && c.ruled[word] {
		c.add(pointer+"/word", "has another rule")
	}
	c.ruled[word] = true
	own := map[string]bool{}
	for j, text := range r.Finds {
		at := fmt.Sprint(pointer, "/finds/", j)
		found := c.word(text, at)
		switch {
		case found == "":
		case found == word:
			c.add(at, "must be another word")
		case own[found]:
			c.add(at, "is there twice")
		}
		own[found] = true
	}
}

// word is the text as the search reads it, "" with a fault when that is not one word. A blank text
// is a fault of the schema.
func (c *synonymChecker) word(text, pointer string) string {
	words := tokenize(text)
	if len(words) == 1 {
		return words[0]
	}
	if phraseOf(text) != "" {
		c.add(pointer, "must be one word that the search looks for")
	}
	return ""
}

func (c *synonymChecker) add(pointer string, detail fault.Text) {
	c.faults = append(c.faults, fault.Field{Pointer: pointer, Code: fault.NotAllowed, Detail: detail})
}
