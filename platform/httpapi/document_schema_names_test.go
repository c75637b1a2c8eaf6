package httpapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func schemaText(t *testing.T, b *bundle, name string) string {
	t.Helper()
	schema := document(t, b).Components.Schemas[name]
	if schema == nil {
		return "there is no " + name
	}
	text, err := json.Marshal(schema.Value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestNamedEnums: an enum with a name is one component, closed in requests and in what they send
// back, and open in other answers.
func TestNamedEnums(t *testing.T) {
	t.Parallel()
	b := plain(t)
	for _, c := range []struct{ name, want string }{
		{"Shape", `{"enum":["round","square"],"type":"string"}`},
		{"AnyProblemCode", `{"anyOf":[{"$ref":"#/components/schemas/ProblemCode"},{"type":"string"}],"x-go-type":"ProblemCode"}`},
		{"CreateThingRequest", `"shape":{"oneOf":[{"$ref":"#/components/schemas/Shape"},{"type":"null"}]}`},
		{"Thing", `"from":{"oneOf":[{"$ref":"#/components/schemas/Country"},{"type":"null"}]}`},
		{"Thing", `"shape":{"oneOf":[{"$ref":"#/components/schemas/Shape"},{"type":"null"}]}`},
		{"Problem", `"code":{"$ref":"#/components/schemas/AnyProblemCode"`},
		{"FieldError", `"code":{"$ref":"#/components/schemas/AnyFieldErrorCode"`},
		{"ProblemCode", `"validation_failed"`},
	} {
		if got := schemaText(t, b, c.name); !strings.Contains(got, c.want) {
			t.Errorf("%s lacks %s: %s", c.name, c.want, got)
		}
	}
	kind := operation(t, document(t, b), "listThings").Parameters.GetByInAndName("query", "kind")
	if kind == nil || kind.Schema.Ref != "#/components/schemas/Shape" {
		t.Errorf("the filter: %+v", kind)
	}
	if strings.Contains(string(b.OpenAPI(false)), "x-schema-name") {
		t.Error("a mark is left")
	}
}

// TestNamesAreOfOneThing: a name with two enums, and one without an enum, panic.
func TestNamesAreOfOneThing(t *testing.T) {
	t.Parallel()
	refuseAnswer[struct {
		A string `json:"a" enum:"x,y" schema:"Letter"`
		B string `json:"b" enum:"x,z" schema:"Letter"`
	}](t, "two enums")
	refuseAnswer[struct {
		A string `json:"a" schema:"Letter"`
	}](t, "no enum")
}

func refuseAnswer[T any](t *testing.T, what string) {
	t.Helper()
	r, err := httpapi.New(httpapi.Options{PublicURL: publicURL})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Drain()
	httpapi.Handle(r, httpapi.Public, httpapi.Op{ID: "lie", Method: http.MethodGet, Path: "/v1/lie"},
		func(context.Context, *struct{}) (*httpapi.Reply[T], error) {
			var v T
			return httpapi.OK(v)
		})
	defer func() {
		if recover() == nil {
			t.Errorf("%s: the document is written", what)
		}
	}()
	r.OpenAPI(false)
}

// TestTypedProblems: the further members of a problem have a type by its code and are required.
func TestTypedProblems(t *testing.T) {
	t.Parallel()
	b := plain(t)
	for name, want := range map[string]string{
		"InsufficientStockProblem": `{"allOf":[{"$ref":"#/components/schemas/Problem"},{"properties":{"code":{"const":"insufficient_stock","type":"string"},` +
			`"items":{"items":{"type":"string"},"type":"array"},"left":{"format":"int32","type":"integer"}},"required":["code","items","left"],"type":"object"}]}`,
		"OtherProblem": `"unsupported_media_type","validation_failed"],"type":"string","x-go-type":"ProblemCode"}`,
	} {
		if got := schemaText(t, b, name); !strings.Contains(got, want) {
			t.Errorf("%s lacks %s: %s", name, want, got)
		}
	}
	others := schemaText(t, b, "OtherProblem")
	for _, code := range []string{"forbidden", "insufficient_stock", "second_factor_required"} {
		if strings.Contains(others, `"`+code+`"`) {
			t.Errorf("OtherProblem has %s, which carries members: %s", code, others)
		}
	}
	conflict := operation(t, document(t, b), "break").Responses.Value("409").Value.Content.Get("application/problem+json")
	schema, err := json.Marshal(conflict.Schema.Value)
	want :=
		`{"discriminator":{"mapping":{"in_use":"#/components/schemas/PlainInUseProblem","insufficient_stock":"#/components/schemas/InsufficientStockProblem"},` +
			`"propertyName":"code"},"oneOf":[{"$ref":"#/components/schemas/InsufficientStockProblem"},{"$ref":"#/components/schemas/PlainInUseProblem"}]}`
	if err != nil || string(schema) != want {
		t.Errorf("%s %v, want %s", schema, err, want)
	}
	for body, fits := range map[string]bool{
		`"code":"insufficient_stock","items":["a"],"left":3`: true,
		`"code":"insufficient_stock","items":["a"]`:          false,
		`"code":"insufficient_stock"`:                        false,
		`"code":"in_use"`:                                    true,
		`"code":"slug_taken"`:                                false, // of another operation
		`"code":"of_tomorrow"`:                               false,
	} {
		var problem any
		text := `{"type":"t","title":"t","status":409,"detail":"d","requestId":"r",` + body + `}`
		if err := json.Unmarshal([]byte(text), &problem); err != nil {
			t.Fatal(err)
		}
		if err := conflict.Schema.Value.VisitJSON(problem); (err == nil) != fits {
			t.Errorf("%s: %v", body, err)
		}
	}
	if carried := b.api(t).Do(t, "GET", "/v1/broken/stock", nil).
		Require(t, 409); !strings.Contains(string(carried.Body), `,"items":["a"],"left":3}`) {
		t.Errorf("%s", carried.Body)
	}
}

// TestOnlyTypedProblems: where every code carries members, there is no other problem.
func TestOnlyTypedProblems(t *testing.T) {
	t.Parallel()
	forbidden := document(t, plain(t)).Components.Responses["ForbiddenOrSecondFactorRequired"].Value.Content.Get("application/problem+json")
	schema, err := json.Marshal(forbidden.Schema.Value)
	want := `{"discriminator":{"mapping":{"forbidden":"#/components/schemas/ForbiddenProblem",` +
		`"second_factor_required":"#/components/schemas/SecondFactorRequiredProblem"},"propertyName":"code"},` +
		`"oneOf":[{"$ref":"#/components/schemas/ForbiddenProblem"},{"$ref":"#/components/schemas/SecondFactorRequiredProblem"}]}`
	if err != nil || string(schema) != want {
		t.Errorf("%s %v, want %s", schema, err, want)
	}
}

// TestPlainProblems: a code that carries no members has a schema of its own beside codes that do.
func TestPlainProblems(t *testing.T) {
	t.Parallel()
	r, err := httpapi.New(httpapi.Options{PublicURL: publicURL})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Drain()
	handle := func(id string, members map[fault.Code]any) {
		op := httpapi.Op{
			ID: id, Method: http.MethodPost, Path: "/v1/" + id, Errors: []fault.Code{fault.InUse, fault.InvalidTransition}, ProblemMembers: members,
		}
		httpapi.Handle(r, httpapi.Public, op, func(ctx context.Context, _ *struct{}) (*httpapi.Reply[greeting], error) {
			return httpapi.Commit(ctx, nil, 200, func(*gorm.DB) (greeting, error) { return greeting{}, nil })
		})
	}
	handle("both", map[fault.Code]any{fault.InUse: shortage{}})
	handle("other", map[fault.Code]any{fault.InvalidTransition: namedShortage{}})
	document := string(r.OpenAPI(false))
	for _, want := range []string{
		`"invalid_transition":"#/components/schemas/PlainInvalidTransitionProblem"`, `"in_use":"#/components/schemas/PlainInUseProblem"`,
		`"oneOf":[{"$ref":"#/components/schemas/InUseProblem"},{"$ref":"#/components/schemas/PlainInvalidTransitionProblem"},` +
			`{"$ref":"#/components/schemas/PlainIdempotencyInProgressProblem"}]`,
		`"PlainInUseProblem":{"allOf":[{"$ref":"#/components/schemas/Problem"},{"properties":{"code":{"const":"in_use","type":"string"}},` +
			`"required":["code"],"type":"object"}]}`,
	} {
		if !strings.Contains(document, want) {
			t.Errorf("the document lacks %s", want)
		}
	}
}

type namedShortage struct{ shortage }

func (namedShortage) SchemaName() string { return "NamedShortage" }

// TestProblemsCarryOneThing: two different sets of members for one code panic, unless they have
// names of their own.
func TestProblemsCarryOneThing(t *testing.T) {
	t.Parallel()
	r, err := httpapi.New(httpapi.Options{PublicURL: publicURL})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Drain()
	handle := func(id string, carried any) {
		op := httpapi.Op{
			ID: id, Method: http.MethodPost, Path: "/v1/" + id, Errors: []fault.Code{fault.InUse},
			ProblemMembers: map[fault.Code]any{fault.InUse: carried},
		}
		httpapi.Handle(r, httpapi.Public, op, func(ctx context.Context, _ *struct{}) (*httpapi.Reply[greeting], error) {
			return httpapi.Commit(ctx, nil, 200, func(*gorm.DB) (greeting, error) { return greeting{}, nil })
		})
	}
	handle("first", shortage{})
	handle("named", namedShortage{})
	if !strings.Contains(string(r.OpenAPI(false)), "#/components/schemas/NamedShortageProblem") {
		t.Error("members with a name have no schema of their own")
	}
	defer func() {
		if recover() == nil {
			t.Error("it is taken")
		}
	}()
	handle("second", greeting{})
}
