package catalog

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

const attributesPath = "/v1/admin/attributes"

func attributePath(id string) string { return attributesPath + "/" + id }

// inBoth is a name in English and in German: "Roast|Röstung", or one in English.
func inBoth(name string) []body {
	en, de, both := strings.Cut(name, "|")
	names := []body{{"locale": "en", "name": en}}
	if both {
		names = append(names, body{"locale": "de", "name": de})
	}
	return names
}

// choicesOf are choices: "dark=Dark|Dunkel".
func choicesOf(choices ...string) (list []body) {
	for _, c := range choices {
		value, name, _ := strings.Cut(c, "=")
		list = append(list, body{"value": value, "names": inBoth(name)})
	}
	return list
}

// attributeOf is an attribute whose name is its code.
func attributeOf(code, kind string, changes ...body) body {
	return with(body{"code": code, "kind": kind, "names": inBoth(code)}, changes...)
}

// attribute adds an attribute and returns it.
func (s *setup) attribute(t *testing.T, b body) kit.Answer {
	t.Helper()
	return s.admin.Do(t, "POST", attributesPath, b).Require(t, 201)
}

func roast(changes ...body) body {
	return attributeOf("roast", "choice", append([]body{{"names": inBoth("Roast|Röstung"), "facet": true, "position": 2,
		"choices": choicesOf("light=Light|Hell", "medium=Medium|Mittel", "dark=Dark|Dunkel")}}, changes...)...)
}

func TestAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		created := s.attribute(t, roast())
		created.RequireFields(t, kit.Fields{"code": "roast", "kind": "choice", "unit": nil, "names.#": 2, "names.1.name": "Röstung",
			"names.1.locale": "de", "choices.#": 3, "choices.2.value": "dark", "choices.2.names.0.name": "Dark", "facet": true,
			"searchable": false, "shown": true, "position": 2, "version": 1})
		roasted := created.Text("id")
		if location := created.Header.Get("Location"); location != attributePath(roasted) {
			t.Errorf("Location: %s", location)
		}
		weight := s.attribute(t, attributeOf("net-weight_2", "number", body{"unit": "g", "shown": false})).Text("id")
		s.admin.Do(t, "GET", attributesPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 2,
			"data.0.code": "net-weight_2", "data.0.unit": "g", "data.0.choices.#": 0, "data.1.code": "roast"})
		s.admin.Do(t, "GET", attributesPath+"?ids="+roasted, nil).RequireFields(t, kit.Fields{"meta.total": 1})

		edited := s.admin.Do(t, "PATCH", attributePath(roasted), body{"searchable": true, "position": 0, "choices": choicesOf("dark=Dark")})
		edited.Require(t, 200).RequireFields(t, kit.Fields{"version": 2, "choices.#": 1, "searchable": true, "names.#": 2})
		s.admin.Do(t, "PATCH", attributePath(roasted), body{"choices": choicesOf("dark=Dark")}).RequireFields(t, kit.Fields{"version": 2})
		s.admin.Do(t, "GET", attributePath(roasted), nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 2, "position": 0})
		// Another kind takes along what is for the former one alone.
		s.admin.Do(t, "PATCH", attributePath(weight), body{"kind": "date"}).Require(t, 200).RequireFields(t, kit.Fields{"unit": nil})
		s.admin.Do(t, "PATCH", attributePath(roasted), body{"kind": "number", "unit": "%"}).Require(t, 200).
			RequireFields(t, kit.Fields{"unit": "%", "choices.#": 0, "facet": true})
		s.admin.Do(t, "DELETE", attributePath(weight), nil).Require(t, 204)
		s.admin.Do(t, "DELETE", attributePath(weight), nil).Require(t, 404, "not_found")

		is := events.AttributeSaved{AttributeID: roasted, Code: "roast", Kind: "choice", Name: "Roast", Facet: true, Shown: true}
		first, second, third := is, is, is
		first.Position, first.Created, second.Searchable = 2, true, true
		third.Kind, third.Unit, third.Searchable = "number", new("%"), true
		net := events.AttributeSaved{AttributeID: weight, Code: "net-weight_2", Kind: "number", Unit: new("g"), Name: "net-weight_2",
			Created: true}
		dated := net
		dated.Kind, dated.Unit, dated.Created = "date", nil, false
		log.RequireExactly(t, first, net, second, dated, third, events.AttributeDeleted{AttributeID: weight, Code: "net-weight_2"})
	})
}

func TestAttributesRefuse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		roasted := s.attribute(t, roast()).Text("id")
		s.requireAdminOnly(t, "GET", attributePath, roasted, nil)
		s.requireAdminOnly(t, "PATCH", attributePath, roasted, body{"position": 1})
		s.requireAdminOnly(t, "DELETE", attributePath, roasted, nil)
		s.API.Do(t, "POST", attributesPath, attributeOf("x", "text")).Require(t, 401, "unauthenticated")
		s.API.Do(t, "GET", attributesPath, nil).Require(t, 401, "unauthenticated")
		s.admin.With("If-Match", `"7"`).Do(t, "PATCH", attributePath(roasted), body{"position": 1}).Require(t, 412, "precondition_failed")
		s.admin.With("If-Match", `"7"`).Do(t, "DELETE", attributePath(roasted), nil).Require(t, 412, "precondition_failed")
		s.admin.Do(t, "POST", attributesPath, attributeOf("roast", "text")).Require(t, 409, "in_use").
			RequireFields(t, kit.Fields{"detail": "Another attribute has this code."})

		var many []string
		for i := range maxChoices + 1 {
			many = append(many, fmt.Sprintf("c%d=C", i))
		}
		requireRefused(t, s.admin, "POST", attributesPath,
			refusal{body{}, []string{"/code required", "/kind required", "/names required"}},
			refusal{attributeOf("Röst", "tint", body{"names": []body{}, "position": -1}),
				[]string{"/code bad_format", "/kind not_allowed", "/names too_short", "/position out_of_range"}},
			refusal{attributeOf("-x", "text", body{"names": inBoth("")}), []string{"/code bad_format", "/names/0/name required"}},
			refusal{attributeOf(strings.Repeat("x", 41), "text", body{"names": []body{{"locale": "fr", "name": strings.Repeat("x", 121)}}}),
				[]string{"/code too_long", "/names/0/locale not_allowed", "/names/0/name too_long"}},
			refusal{attributeOf("x", "text", body{"unit": "g", "choices": choicesOf("a=A"), "facet": true,
				"names": append(inBoth("X"), inBoth("Y")...)}),
				[]string{"/unit not_allowed", "/choices not_allowed", "/facet not_allowed", "/names/1/locale not_allowed"}},
			refusal{attributeOf("x", "date", body{"facet": true}), []string{"/facet not_allowed"}},
			refusal{attributeOf("x", "number", body{"unit": strings.Repeat("g", 17)}), []string{"/unit too_long"}},
			refusal{attributeOf("x", "choice", body{"choices": choicesOf("a=A", "b|c=B", "d,e=D", "a=Again", "f=", "E=E")}), []string{
				"/choices/1/value bad_format", "/choices/2/value bad_format", "/choices/3/value not_allowed", "/choices/4/names/0/name required",
				"/choices/5/value bad_format"}},
			refusal{attributeOf("x", "choice", body{"choices": []body{
				{"value": "a", "names": append(inBoth("A"), inBoth("B")...)}, {"value": "b"}}}),
				[]string{"/choices/0/names/1/locale not_allowed", "/choices/1/names required"}},
			refusal{attributeOf("x", "choice", body{"choices": choicesOf(many...)}), []string{"/choices too_long"}},
			refusal{attributeOf("x\u0000", "text", body{"names": inBoth("a\u0007b")}), []string{"/code bad_format", "/names/0/name bad_format"}},
		)
		s.attribute(t, attributeOf("full", "choice", body{"choices": choicesOf(many[:maxChoices]...)}))
		requireRefused(t, s.admin, "PATCH", attributePath(roasted),
			refusal{body{"code": "other"}, []string{"/code unexpected_field"}},
			refusal{body{"kind": "text"}, []string{"/facet not_allowed"}},
			refusal{body{"unit": "g", "names": append(inBoth("X"), inBoth("Y")...)}, []string{"/unit not_allowed", "/names/1/locale not_allowed"}},
			refusal{body{"names": nil, "kind": nil}, []string{"/names wrong_type", "/kind wrong_type"}},
			refusal{body{"position": "1", "choices": choicesOf("a=A", "a=B")}, []string{"/position wrong_type", "/choices/1/value not_allowed"}},
		)
	})
}

// There are at most 200 attributes, also when two admins add the last one at once; and no two have
// one code.
func TestLimitOfAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		now := s.Clock.Now()
		rows := make([]attribute, maxAttributes-1)
		for i := range rows {
			rows[i] = newAttribute(fmt.Sprint("a", i), now)
			rows[i].apply(attributeSpec{Kind: events.AttributeText, Names: []localName{{"en", "A"}}, Choices: []attributeChoice{}})
		}
		if err := s.DB.CreateInBatches(&rows, 50).Error; err != nil {
			t.Fatal(err)
		}
		statuses := atOnce(t, s, func(i int) (string, string, body) {
			return "POST", attributesPath, attributeOf(fmt.Sprint("last", i), "text")
		})
		if !slices.Equal(statuses, []int{201, 409}) {
			t.Errorf("the last one: %v", statuses)
		}
		s.admin.Do(t, "POST", attributesPath, attributeOf("more", "text")).Require(t, 409, "limit_reached")
		s.admin.Do(t, "DELETE", attributePath(rows[0].ID), nil).Require(t, 204)
		same := func(int) (string, string, body) { return "POST", attributesPath, attributeOf("same", "text") }
		if statuses := atOnce(t, s, same); !slices.Equal(statuses, []int{201, 409}) {
			t.Errorf("one code: %v", statuses)
		}
		s.admin.Do(t, "GET", attributesPath+"?limit=1", nil).RequireFields(t, kit.Fields{"meta.total": maxAttributes})
	})
}

// atOnce sends two requests at once and returns the statuses of their answers, the lower first.
func atOnce(t *testing.T, s *setup, request func(i int) (method, path string, b body)) []int {
	t.Helper()
	statuses := make([]int, 2)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() {
			method, path, b := request(i)
			if b == nil {
				statuses[i] = s.admin.Do(t, method, path, nil).Status
				return
			}
			statuses[i] = s.admin.Do(t, method, path, b).Status
		})
	}
	wg.Wait()
	slices.Sort(statuses)
	return statuses
}

// Behind what a save looks at stand the constraints.
func TestConstraintsOfAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		roasted := s.attribute(t, roast()).Text("id")
		s.attribute(t, attributeOf("weight", "number"))
		cup := s.product(t, simple("Cup", 1)).Text("id")
		value := func(attributeID, kind, key, productID, number string) string {
			return fmt.Sprintf(`INSERT INTO catalog_attribute_values (attribute_id, kind, value_key, product_id, number, active)
				VALUES ('%s', '%s', '%s', '%s', %s, TRUE)`, attributeID, kind, key, productID, number)
		}
		if err := s.DB.Exec(value(roasted, "choice", "dark", cup, "NULL")).Error; err != nil {
			t.Fatal(err)
		}
		const of, keyed = "UPDATE catalog_attributes SET ", " WHERE code = 'roast'"
		kit.RequireRefused(t, s.DB, [][2]string{
			{"catalog_attributes_code_key", of + "code = 'same'"},
			{"catalog_attributes_kind_check", of + "kind = 'tint' WHERE code = 'weight'"},
			{"catalog_attributes_unit_check", of + "unit = 'g'" + keyed},
			{"catalog_attributes_facet_check", of + "facet = TRUE, kind = 'date' WHERE code = 'weight'"},
			{"catalog_attributes_position_check", of + "position = -1"},
			{"catalog_attributes_version_check", of + "version = 0"},
			{"catalog_attribute_values_attribute_id_fkey", of + "kind = 'boolean'" + keyed},
			{"catalog_attribute_values_attribute_id_fkey", "DELETE FROM catalog_attributes" + keyed},
			{"catalog_attribute_values_attribute_id_fkey", value(roasted, "boolean", "true", cup, "NULL")},
			{"catalog_attribute_values_attribute_id_fkey", value(id.New(), "choice", "dark", cup, "NULL")},
			{"catalog_attribute_values_product_id_fkey", value(roasted, "choice", "light", id.New(), "NULL")},
			{"catalog_attribute_values_pkey", value(roasted, "choice", "dark", cup, "NULL")},
			{"catalog_attribute_values_value_key_check", value(roasted, "choice", "", cup, "NULL")},
			{"catalog_attribute_values_number_check", value(roasted, "choice", "light", cup, "1")},
			{"catalog_attribute_values_number_check", value(roasted, "number", "1", cup, "NULL")},
			{"catalog_attribute_values_boolean_check", value(roasted, "boolean", "yes", cup, "NULL")},
		})
	})
}
