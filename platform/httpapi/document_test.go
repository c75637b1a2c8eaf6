package httpapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"gorm.io/gorm"

	"orderd/platform/httpapi"
)

func document(t *testing.T, b *bundle) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(b.OpenAPI(false))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestDocumentIsValid(t *testing.T) {
	t.Parallel()
	b := plain(t)
	doc := document(t, b)
	if err := doc.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "1.0" || doc.Servers[0].URL != publicURL {
		t.Error(doc.OpenAPI, doc.Info, doc.Servers)
	}
	fromYAML, err := openapi3.NewLoader().LoadFromData(b.OpenAPI(true))
	if err != nil {
		t.Fatal(err)
	}
	if len(fromYAML.Paths.Map()) != len(doc.Paths.Map()) {
		t.Error("YAML and JSON differ")
	}
	if strings.Contains(string(b.OpenAPI(false)), "$schema") {
		t.Error("answers have no $schema")
	}
}

// What is for admins alone comes last, the rest in the order of the options.
func TestDocumentIsReadable(t *testing.T) {
	t.Parallel()
	doc := document(t, plain(t))
	var headings []string
	for _, tag := range doc.Tags {
		headings = append(headings, tag.Name)
	}
	if want := []string{"Prices", "Things", "Administration of things"}; !slices.Equal(headings, want) {
		t.Errorf("headings %q, want %q", headings, want)
	}
	groups, err := json.Marshal(doc.Extensions["x-tagGroups"])
	if want := `[{"name":"Store","tags":["Prices","Things"]},{"name":"Administration","tags":["Administration of things"]}]`; err != nil ||
		string(groups) != want {
		t.Errorf("groups %s %v", groups, err)
	}
}

// TestDocumentedFailures: what every operation of a shape can answer is there without being named.
func TestDocumentedFailures(t *testing.T) {
	t.Parallel()
	doc := document(t, plain(t))
	for id, want := range map[string]string{
		"createThing":  "200 201 401 403 409 422 default",
		"listThings":   "200 401 403 422 default",
		"getThing":     "200 401 403 404 422 default",
		"changeThing":  "200 401 403 404 422 default",
		"deleteThing":  "204 401 403 404 422 default",
		"approveThing": "200 401 403 404 422 default",
		"greet":        "200 401 403 422 default",
		"login":        "200 401 403 422 default",
		"break":        "200 401 403 404 409 422 default",
	} {
		op := operation(t, doc, id)
		statuses := slices.Sorted(func(yield func(string) bool) {
			for status := range op.Responses.Map() {
				if !yield(status) {
					return
				}
			}
		})
		if got := strings.Join(statuses, " "); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
		keyed := op.Parameters.GetByInAndName("header", "Idempotency-Key") != nil
		if keyed != slices.Contains([]string{"createThing", "changeThing", "deleteThing", "approveThing"}, id) {
			t.Errorf("%s: Idempotency-Key is %v", id, keyed)
		}
		for status, response := range op.Responses.Map() {
			if status < "400" {
				continue
			}
			media := response.Value.Content.Get("application/problem+json")
			carries := id == "break" && status == "409" || status == "403"
			if media == nil || (media.Schema.Ref == "#/components/schemas/OtherProblem") == carries || len(media.Examples) == 0 {
				t.Errorf("%s %s is not described", id, status)
				continue
			}
			for code := range media.Examples {
				if !strings.Contains(*response.Value.Description, "`"+code+"`") {
					t.Errorf("%s %s: %s is not in %q", id, status, code, *response.Value.Description)
				}
			}
		}
	}
}

func operation(t *testing.T, doc *openapi3.T, id string) *openapi3.Operation {
	t.Helper()
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			if op.OperationID == id {
				return op
			}
		}
	}
	t.Fatalf("there is no operation %s", id)
	return nil
}

func TestDocumentedSchemas(t *testing.T) {
	t.Parallel()
	doc := document(t, plain(t))
	schema := func(name string) string {
		b, err := json.Marshal(doc.Components.Schemas[name].Value)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for name, wants := range map[string][]string{
		"Thing": {
			`"note":{"type":["string","null"]}`, `"size":{"oneOf":[{"$ref":"#/components/schemas/Size"},{"type":"null"}]}`,
			`"ended":{"format":"date-time","type":["string","null"]}`, `"required":["id","name","note","size","added","ended","shape","from"]`,
		},
		"CreateThingRequest": {
			`"required":["name"]`, `"rating":{"format":"int32","maximum":5,"minimum":1,"type":["integer","null"]}`, `"enum":["round","square",null]`,
			`"additionalProperties":false`,
			`"name":{"maxLength":20,"minLength":1,"type":"string","x-trimmed":true}`,
		},
		"ChangeThingRequest": {`"name":{"maxLength":20,"minLength":1,"type":"string","x-trimmed":true}`,
			`"note":{"maxLength":500,"type":["string","null"]`},
		"ThingList": {`"items":{"$ref":"#/components/schemas/Thing"},"type":"array"`, `"meta":{"$ref":"#/components/schemas/Meta"`},
	} {
		got := schema(name)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %s: %s", name, want, got)
			}
		}
		if name == "ChangeThingRequest" && strings.Contains(got, `"required"`) {
			t.Errorf("a PATCH requires nothing: %s", got)
		}
	}
	if op := operation(t, doc, "getCart"); len(*op.Security) != 2 {
		t.Error(op.Security)
	}
	if op := operation(t, doc, "login"); op.Security != nil && len(*op.Security) > 0 {
		t.Error(op.Security)
	}
}

func TestDocumentsAreServed(t *testing.T) {
	t.Parallel()
	api := plain(t).api(t)
	for path, media := range map[string]string{
		"/openapi.json": "application/openapi+json", "/openapi.yaml": "application/openapi+yaml",
		"/openapi.store.json": "application/openapi+json", "/openapi.store.yaml": "application/openapi+yaml",
		"/.well-known/jwks.json": "application/jwk-set+json",
		"/docs":                  "text/html; charset=utf-8", "/docs/admin/": "text/html; charset=utf-8",
	} {
		if a := api.Do(t, "GET", path, nil).Require(t, 200); a.Header.Get("Content-Type") != media || len(a.Body) == 0 {
			t.Errorf("%s: %v", path, a.Header)
		}
	}
	keys := api.Do(t, "GET", "/.well-known/jwks.json", nil)
	if keys.Text("keys.0.kty") != "OKP" || keys.At("keys.0.d") != nil {
		t.Errorf("%s", keys.Body)
	}
}

// TestTypesThatLie: the registration of an operation panics when its types document more than the
// service does.
func TestTypesThatLie(t *testing.T) {
	t.Parallel()
	refuse[struct {
		Body struct {
			N int `json:"n"`
		}
	}](t, "an int, which refuses 4.0")
	refuse[struct {
		Body struct {
			Deep []struct {
				N float64 `json:"n"`
			} `json:"deep"`
		}
	}](t, "a float, which rounds")
	refuse[struct {
		Body struct {
			S string `json:"s" format:"hostname"`
		}
	}](t, "a format without a check")
	refuse[struct {
		Body struct {
			S []string `json:"s" uniqueItems:"true"`
		}
	}](t, "a limit without a check")
}

func refuse[I any](t *testing.T, what string) {
	t.Helper()
	r, err := httpapi.New(httpapi.Options{PublicURL: publicURL})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Drain()
	defer func() {
		if recover() == nil {
			t.Errorf("%s is taken", what)
		}
	}()
	httpapi.Handle(r, httpapi.Public, httpapi.Op{ID: "lie", Method: http.MethodPost, Path: "/v1/lie"},
		func(ctx context.Context, _ *I) (*httpapi.Reply[greeting], error) {
			return httpapi.Commit(ctx, nil, 200, func(*gorm.DB) (greeting, error) { return greeting{}, nil })
		})
}

// TestTagsAreNotMixed: an operation for admins alone under a tag of the store is refused.
func TestTagsAreNotMixed(t *testing.T) {
	t.Parallel()
	r, err := httpapi.New(httpapi.Options{PublicURL: publicURL})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Drain()
	read := func(aud httpapi.Audience, id string) {
		httpapi.Handle(r, aud, httpapi.Op{ID: id, Method: http.MethodGet, Path: "/v1/" + id, Tag: "Orders"},
			func(context.Context, *struct{}) (*httpapi.Reply[greeting], error) {
				return httpapi.OK(greeting{})
			})
	}
	read(httpapi.User, "own")
	defer func() {
		if recover() == nil {
			t.Error("it is taken")
		}
	}()
	read(httpapi.Admin, "all")
}
