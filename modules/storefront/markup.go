package storefront

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// voidElements have no end tag.
var voidElements = []string{
	"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
}

// markupFaults is what is wrong with a piece of a page: elements that are not closed where they
// were opened, and what browsers will not do by the pages' policy.
func markupFaults(markup string) (faults []string) {
	var open []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for z := html.NewTokenizer(strings.NewReader(markup)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := z.Token()
		switch kind { //nolint:exhaustive // others are text
		case html.StartTagToken:
			faults = append(faults, elementFaults(token)...)
			if !slices.Contains(voidElements, token.Data) {
				open = append(open, token.Data)
			}
		case html.SelfClosingTagToken:
			faults = append(faults, elementFaults(token)...)
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				fault("</%s> ends nothing: open are %v", token.Data, open)
				return faults
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		fault("<%s> has no end", open[len(open)-1])
	}
	return faults
}

// elementFaults are those of one element.
func elementFaults(e html.Token) (faults []string) {
	attributes := map[string]string{}
	for _, a := range e.Attr {
		if _, twice := attributes[a.Key]; twice {
			faults = append(faults, fmt.Sprintf("<%s> has two %s", e.Data, a.Key))
		}
		attributes[a.Key] = a.Val
		if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
			faults = append(faults, fmt.Sprintf("<%s> has %s=: browsers leave it out by the pages' policy", e.Data, a.Key))
		}
	}
	_, hasAlt := attributes["alt"]
	_, hasSource := attributes["src"]
	switch {
	case e.Data == "img" && !hasAlt:
		faults = append(faults, "<img> has no alt=")
	case e.Data == "style", e.Data == "script" && !hasSource && attributes["type"] != "application/ld+json":
		faults = append(faults, fmt.Sprintf("<%s> in a page is left out by the pages' policy: use a file of the theme",
			e.Data))
	}
	return faults
}

// missingFields are the names of fields and buttons that one piece of a page has and another has
// not.
func missingFields(before, after string) (missing []string) {
	has := fieldNames(after)
	for _, name := range sortedKeys(fieldNames(before)) {
		if !has[name] {
			missing = append(missing, name)
		}
	}
	return missing
}

// fieldElements are those whose names a form sends.
var fieldElements = []string{"input", "select", "textarea", "button"}

func fieldNames(markup string) map[string]bool {
	names := map[string]bool{}
	for z := html.NewTokenizer(strings.NewReader(markup)); z.Next() != html.ErrorToken; {
		token := z.Token()
		if token.Type == html.EndTagToken || !slices.Contains(fieldElements, token.Data) {
			continue
		}
		for _, a := range token.Attr {
			if a.Key == "name" {
				names[a.Val] = true
			}
		}
	}
	return names
}
