package sites

import (
	"slices"
	"strings"
)

// logged is an event in the log of a site.
type logged struct{ ID, Key string }

// logOf returns the events of modules in the log of a site, oldest first.
func (s *shop) logOf(site int, modules string) (events []logged) {
	s.Helper()
	err := s.databases[site].Raw("SELECT CAST(id AS text) AS id, key FROM events WHERE split_part(name, '.', 1) IN ? ORDER BY seq",
		strings.Split(modules, ",")).Scan(&events).Error
	if err != nil {
		s.Fatal(err)
	}
	return events
}

// requireCarried requires that the events of the modules of one site are in the log of the other
// one: each once, those of a key in the same order.
func (s *shop) requireCarried(from, to int, modules string) {
	s.Helper()
	there := map[string]int{}
	inOrder := map[string][]string{} // the ids of a key at the site that imports
	for _, e := range s.logOf(to, modules) {
		there[e.ID]++
		inOrder[e.Key] = append(inOrder[e.Key], e.ID)
	}
	lost, doubled, disordered := 0, 0, 0
	published := map[string][]string{}
	sent := s.logOf(from, modules)
	for _, e := range sent {
		published[e.Key] = append(published[e.Key], e.ID)
		switch n := there[e.ID]; {
		case n == 0:
			lost++
		case n > 1:
			doubled++
		}
	}
	for key, ids := range published {
		if !slices.Equal(ids, inOrder[key]) {
			disordered++
		}
	}
	s.Logf("from site %d: %d events of %d keys, %d lost, %d doubled, %d keys out of order", from+1, len(sent), len(published), lost, doubled,
		disordered)
	if len(sent) == 0 || lost+doubled+disordered > 0 {
		s.Errorf("events of site %d are lost, doubled or out of order at the other site", from+1)
	}
}
