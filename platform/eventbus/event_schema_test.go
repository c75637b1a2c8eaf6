package eventbus

import (
	"encoding/json"
	"reflect"
	"testing"
)

type odd struct {
	Text  string         `json:"text" pii:"true"`
	Inner map[string]any `json:"inner"`
	None  *string        `json:"none,omitempty" pii:"true"`
	List  []string       `json:"list"`
	Phone *string        `json:"phone" pii:"true"`
}

func (odd) EventName() string    { return "club.odd.v1" }
func (odd) EventKey() string     { return "k" }
func (odd) EventSubject() string { return "u1" }

// What split takes apart, merge puts together, whatever the values hold.
func TestSplit(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a", `"`, `\`, `\"`, `",}`, `{"text":1}`, "]}\n\u2028<é\x00"} {
		for _, inner := range []map[string]any{nil, {}, {"a,": []any{text, map[string]any{text: "}"}}, "b": 1.5}} {
			whole := odd{Text: text, Inner: inner, List: []string{text, "[", text}}
			payload, personal, err := shapeOf(whole).split(whole)
			var rest, theirs map[string]any
			if err != nil || json.Unmarshal(payload, &rest) != nil || json.Unmarshal(personal, &theirs) != nil || len(rest) != 2 || len(theirs) != 2 || theirs["text"] != text {
				t.Errorf("%q, %v: %s and %s, %v", text, inner, payload, personal, err)
			}
			var back odd
			if err := json.Unmarshal(merge(string(payload), string(personal)), &back); err != nil || !reflect.DeepEqual(back, whole) {
				t.Errorf("%+v came back as %+v, %v", whole, back, err)
			}
		}
	}
}
