package httpapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// The document of the store is valid by itself, has what storefronts call with the same schemas,
// and nothing of the staff.
func TestStoreDocument(t *testing.T) {
	t.Parallel()
	api := plain(t).api(t)
	whole := document(t, plain(t))
	for _, form := range []string{"json", "yaml"} {
		got := api.Do(t, "GET", "/openapi.store."+form, nil).Require(t, 200)
		if strings.Contains(string(got.Body), "/v1/admin") || strings.Contains(string(got.Body), "Administration") {
			t.Errorf("%s: the staff's operations are in it", form)
		}
		doc, err := openapi3.NewLoader().LoadFromData(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		if err := doc.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
			t.Error(err)
		}
		if doc.Paths.Find("/v1/cart") == nil || doc.Paths.Find("/v1/price").Get == nil || len(doc.Tags) != 2 {
			t.Errorf("%s: %v, tags %v", form, doc.Paths.InMatchingOrder(), doc.Tags)
		}
		for name, schema := range doc.Components.Schemas {
			same := whole.Components.Schemas[name]
			if same == nil || !slices.Equal(same.Value.Required, schema.Value.Required) ||
				same.Value.Type.Is("object") != schema.Value.Type.Is("object") {
				t.Errorf("%s: %s is another schema", form, name)
			}
		}
		if len(doc.Components.Schemas) >= len(whole.Components.Schemas) {
			t.Errorf("%s: %d schemas of %d", form, len(doc.Components.Schemas), len(whole.Components.Schemas))
		}
	}
}
