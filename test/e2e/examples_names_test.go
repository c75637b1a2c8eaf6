package e2e

import (
	"fmt"
	"regexp"
)

// names gives what is drawn anew in every run a value that stays: the same one wherever it comes
// again, of the same format, and short.
type names struct {
	given map[string]string
	count map[string]int
}

func newNames() *names { return &names{given: map[string]string{}, count: map[string]int{}} }

// drawn are the values that differ from run to run, with what stands in their place; %d is a number.
// The first group, where there is one, is the value.
var drawn = []struct {
	kind    string
	pattern *regexp.Regexp
	instead string
}{
	{"token", regexp.MustCompile(`eyJ[\w-]+\.[\w-]+\.[\w-]+`), "eyJhbGciOiJFZERTQSJ9.eyJuIjo%d.c2lnbmF0dXJl"},
	{"refresh", regexp.MustCompile(`"refreshToken":"([^"]+)"`), "refresh-token-%d"},
	{"cart", regexp.MustCompile(`"cartToken":"([^"]+)"`), "cart-token-%d"},
	{"secret", regexp.MustCompile(`"client_?[sS]ecret":"([^"]+)"`), "pi_3PqT2h_secret_%d"},
	{"cursor", regexp.MustCompile(`"nextCursor":"([^"]+)"`), "cursor-%d"},
	{"digest", regexp.MustCompile(`"([0-9a-f]{64})"`), "digest-%d"},
	{"seq", regexp.MustCompile(`"seq":(\d+)`), "12%d"},
	{"six", regexp.MustCompile(`"code":"(\d{6})"`), "42861%d"},
	{"eight", regexp.MustCompile(`"code":"(\d{8})"`), "7395142%d"},
	{"uuid", regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "019a9f2e-7b40-7000-8000-%012d"},
	{"order", regexp.MustCompile(`ORD-\d+`), "ORD-407182665%d"},
	{"application", regexp.MustCompile(`WHS-\d+`), "WHS-4071826651934%d"},
	{"voucher", regexp.MustCompile(`\bPTS-[0-9A-Z-]+`), "PTS-K7QD-3MZX-V9TB-8HW%d"},
	{"stripe", regexp.MustCompile(`\b(?:pi|evt|re|ch|req)_[0-9A-Za-z]{10,}\b`), "pi_3PqT2hK%d"},
}

// replace puts what stays in the place of what is drawn.
func (n *names) replace(raw []byte) []byte {
	text := string(raw)
	for _, d := range drawn {
		text = replaceGroup(d.pattern, text, func(value string) string {
			if n.given[value] == "" {
				n.count[d.kind]++
				n.given[value] = fmt.Sprintf(d.instead, n.count[d.kind])
			}
			return n.given[value]
		})
	}
	return []byte(text)
}

// replaceGroup replaces the first group of each match, or the match when there is none.
func replaceGroup(pattern *regexp.Regexp, text string, with func(string) string) string {
	var out []byte
	end := 0
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		from, to := at[0], at[1]
		if len(at) > 2 {
			from, to = at[2], at[3]
		}
		out = append(append(out, text[end:from]...), with(text[from:to])...)
		end = to
	}
	return string(append(out, text[end:]...))
}
