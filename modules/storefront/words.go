package storefront

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"orderd/platform/locale"
)

// words are the texts of one language by their key, such as "cart.title". A text has {names} for
// what is put into it; one with a number has two forms, at "….one" and "….other".
type words map[string]string

// anyLength is for texts of the shop's own, which have no limit.
const anyLength = math.MaxInt

// sayWithin is say for a text of so many bytes at most.
func (w words) sayWithin(most int, key string, pairs ...any) (string, error) {
	text, found := w[key]
	if !found {
		return "", fmt.Errorf("there is no text %q", key)
	}
	if len(pairs) == 0 {
		return text, nil
	}
	var said strings.Builder
	for {
		before, after, _ := strings.Cut(text, "{")
		said.WriteString(before)
		name, rest, found := strings.Cut(after, "}")
		if !found {
			said.WriteString(text[len(before):])
			return said.String(), nil
		}
		put := "{" + name + "}"
		if value, given := valueOf(pairs, name); given {
			put = fmt.Sprint(value)
		}
		if said.Len()+len(put) > most {
			return "", errLongText
		}
		said.WriteString(put)
		text = rest
	}
}

// countForm is the end of the key of a text for n things.
func countForm(n int) string {
	if n == 1 {
		return ".one"
	}
	return ".other"
}

// printed joins values as the function of text/template does, but for a text that may be missing:
// of that the text, and not where it is in memory.
func printed(values ...any) string {
	for i, v := range values {
		if text, ok := v.(*string); ok && text != nil {
			values[i] = *text
		}
	}
	return fmt.Sprint(values...)
}

func readWords(l locale.Code) words {
	text, err := wordFiles.ReadFile("words/" + string(l) + ".json")
	if err != nil {
		panic("storefront: " + err.Error()) // every language has its file
	}
	var w words
	if err := json.Unmarshal(text, &w); err != nil {
		panic("storefront: words of " + string(l) + ": " + err.Error())
	}
	return w
}

// say is the text of the key. pairs are names and what takes their place.
func (w words) say(key string, pairs ...any) (string, error) {
	return w.sayWithin(anyLength, key, pairs...)
}

// value is the text for a value of the interface, in the texts of a group such as "stage". One that
// these pages do not know yet is shown as it is.
func (w words) value(group string, value any) string {
	name := printed(value)
	if text, found := w[group+"."+name]; found {
		return text
	}
	return name
}

// valueOf is what takes the place of a name.
func valueOf(pairs []any, name string) (value any, given bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == name {
			return pairs[i+1], true
		}
	}
	return nil, false
}

// count is the form of the text for n things, with {n} in it.
func (w words) count(key string, n int, pairs ...any) (string, error) {
	return w.say(key+countForm(n), append(pairs, "n", n)...)
}

// days says how many working days something takes.
func (w words) days(least, most int) (string, error) {
	if least == most {
		return w.count("days", least)
	}
	return w.say("days", "min", least, "max", most)
}

// fault says what is wrong with a field, and how to mend it: in the words for this field, else in
// those for any, else in the interface's, as for what is wrong with no field.
func (w words) fault(f formFault) string {
	if text, found := w["fault."+f.Code+".wait"]; found && f.Wait > 0 {
		return strings.ReplaceAll(text, "{wait}", w.wait(f.Wait))
	}
	for _, key := range []string{"fault." + f.Field + "." + f.Code, "fault." + f.Code} {
		if text, found := w[key]; found && (f.Field != "" || !strings.Contains(text, "{field}")) {
			return strings.NewReplacer("{field}", w["field."+f.Field], "{name}", f.Name).Replace(text)
		}
	}
	if label, found := w["field."+f.Field]; found {
		return label + ": " + f.Detail
	}
	return f.Detail
}
