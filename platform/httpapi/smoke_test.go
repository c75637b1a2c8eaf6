package httpapi_test

import (
	"fmt"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
	"orderd/test/kit"
)

func TestSmoke(t *testing.T) {
	b := setup(t, kit.SQLite(t, httpapi.Migrations(), auth.Migrations()), things)
	api := kit.NewAPI(b.base, kit.LoadContract(t, b.base))
	token, _ := b.token(t, "customer")
	a := api.Do(t, "POST", "/v1/things", map[string]any{"name": " x ", "email": "A@b.de", "rating": 4.0})
	fmt.Println(a.Status, string(a.Body), a.Header)
	a = api.As(token).Do(t, "POST", "/v1/things", map[string]any{"name": " x ", "email": "A@b.de", "rating": 4.0})
	fmt.Println(a.Status, string(a.Body), a.Header)
	a = api.As(token).Do(t, "POST", "/v1/things", `{"name":"  ", "email":"x", "rating":4.5, "x/y":1, "tags":["a","b",3], "note":null, "size":null, "sizes":[{"height":1e3},{"height":-1},{}]}`)
	fmt.Println(a.Status, string(a.Body))
	a = api.As(token).With("Idempotency-Key", `"k"`).Do(t, "POST", "/v1/things", `{"name":"n", "email":"x@y.de", "rating":40e-1}`)
	fmt.Println(a.Status, string(a.Body))
	a = api.As(token).With("Idempotency-Key", `k`).Do(t, "POST", "/v1/things", `{"name":"n", "email":"x@y.de", "rating":40e-1}`)
	fmt.Println(a.Status, string(a.Body), a.Header)
	fmt.Println(string(b.OpenAPI(true)))
}
