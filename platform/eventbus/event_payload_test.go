package eventbus

import (
	"encoding/json"
	"reflect"
	"testing"

	"gorm.io/gorm"
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

// mergeObjects reverses encode, whatever the values hold.
func TestEncode(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a", `"`, `\`, `\"`, `",}`, `{"text":1}`, "]}\n\u2028<é\x00"} {
		for _, inner := range []map[string]any{nil, {}, {"a,": []any{text, map[string]any{text: "}"}}, "b": 1.5}} {
			whole := odd{Text: text, Inner: inner, List: []string{text, "[", text}}
			payload, personal, err := schemaOf(whole).encode(whole)
			var rest, theirs map[string]any
			if err != nil || json.Unmarshal(payload, &rest) != nil || json.Unmarshal(personal, &theirs) != nil || len(rest) != 2 ||
				len(theirs) != 2 || theirs["text"] != text {
				t.Errorf("%q, %v: %s and %s, %v", text, inner, payload, personal, err)
			}
			var back odd
			if err := json.Unmarshal(mergeObjects(string(payload), string(personal)), &back); err != nil || !reflect.DeepEqual(back, whole) {
				t.Errorf("%+v came back as %+v, %v", whole, back, err)
			}
		}
	}
}

func TestPersonalFieldsAreStoredApart(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[signed]
		On(f.bus, Consumer{Name: "mail.members"}, got.handle)
		f.start()
		phone := "+49 1"
		f.publish(signed{User: "u1", Plan: "gold", Email: "ann@example.org", Phone: &phone})
		m := got.wait(t, 1)[0]
		if m.Event.Email != "ann@example.org" || *m.Event.Phone != phone || m.Event.Plan != "gold" || m.Subject != "u1" {
			t.Errorf("got %+v", m)
		}
		var row struct{ Payload, Personal, Subject string }
		if err := db.Raw("SELECT payload, personal, subject FROM events").Scan(&row).Error; err != nil {
			t.Fatal(err)
		}
		if row.Payload != `{"user":"u1","plan":"gold"}` || row.Personal != `{"email":"ann@example.org","phone":"+49 1"}` || row.Subject != "u1" {
			t.Errorf("stored %+v", row)
		}
	})
}

// renewed embeds signed.
type renewed struct {
	signed
	Years int `json:"years"`
}

func (renewed) EventName() string { return "club.renewed.v1" }

func TestPersonalFieldsOfEmbeddedStructsAreStoredApart(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		f.publish(renewed{signed{User: "u1", Plan: "gold", Email: "ann@example.org"}, 2})
		var row struct{ Payload, Personal string }
		if err := db.Raw("SELECT payload, personal FROM events").Scan(&row).Error; err != nil {
			t.Fatal(err)
		}
		if row.Payload != `{"user":"u1","plan":"gold","years":2}` || row.Personal != `{"email":"ann@example.org","phone":null}` {
			t.Errorf("stored %+v", row)
		}
	})
}
