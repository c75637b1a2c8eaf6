package arch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"orderd/cmd/orderd/app"
)

// promised are the operations of the contract with who may call them. A client was promised each:
// it may gain siblings, and never go away or change its audience.
const promised = `
POST   /v1/auth/register                                  public
POST   /v1/auth/verify-email                              public
POST   /v1/auth/resend-code                               public
POST   /v1/auth/login                                     public
POST   /v1/auth/refresh                                   public
POST   /v1/auth/logout                                    user
GET    /v1/auth/sessions                                  user
DELETE /v1/auth/sessions/{id}                             user
POST   /v1/auth/forgot-password                           public
POST   /v1/auth/set-password                              public
POST   /v1/auth/change-password                           user
GET    /v1/users/me                                       user
PATCH  /v1/users/me                                       user
POST   /v1/users/me/email                                 user
POST   /v1/users/me/email/confirm                         user
POST   /v1/auth/undo-email-change                         public
DELETE /v1/users/me                                       user
GET    /v1/users/me/export                                user
GET    /v1/users/me/addresses                             user
POST   /v1/users/me/addresses                             user
GET    /v1/users/me/addresses/{id}                        user
PUT    /v1/users/me/addresses/{id}                        user
DELETE /v1/users/me/addresses/{id}                        user
GET    /v1/admin/users                                    admin
GET    /v1/admin/users/{id}                               admin
PATCH  /v1/admin/users/{id}                               admin
POST   /v1/wholesale/apply                                public
GET    /v1/wholesale/applications/{id}                    public
GET    /v1/admin/wholesale/applications                   admin
GET    /v1/admin/wholesale/applications/{id}              admin
POST   /v1/admin/wholesale/applications/{id}/approve      admin
POST   /v1/admin/wholesale/applications/{id}/reject       admin
POST   /v1/admin/wholesale/applications/{id}/request-info admin
POST   /v1/admin/wholesale/applications/{id}/record-answer admin
GET    /v1/notifications                                  user
POST   /v1/notifications/{id}/read                        user
POST   /v1/notifications/read-all                         user
GET    /v1/notifications/stream                           user
GET    /v1/admin/mails                                    admin
POST   /v1/admin/mails/{id}/retry                         admin
GET    /v1/admin/events                                   admin
GET    /v1/admin/events/dead                              admin
POST   /v1/admin/events/dead/{id}/retry                   admin
GET    /v1/admin/audit                                    admin
POST   /v1/brands                                         admin
GET    /v1/brands                                         public
GET    /v1/brands/{id}                                    public
PATCH  /v1/brands/{id}                                    admin
DELETE /v1/brands/{id}                                    admin
GET    /v1/categories                                     public
POST   /v1/categories                                     admin
PATCH  /v1/categories/{id}                                admin
DELETE /v1/categories/{id}                                admin
GET    /v1/products                                       optional
GET    /v1/products/facets                                optional
GET    /v1/products/slugs                                 public
GET    /v1/products/{id}                                  optional
GET    /v1/search/suggest                                 optional
POST   /v1/admin/products                                 admin
GET    /v1/admin/products                                 admin
GET    /v1/admin/products/{id}                            admin
PATCH  /v1/admin/products/{id}                            admin
DELETE /v1/admin/products/{id}                            admin
POST   /v1/admin/products/import                          admin
POST   /v1/admin/products/import/preview                  admin
GET    /v1/admin/products/export                          admin
POST   /v1/admin/customers/import                         admin
GET    /v1/admin/customers/export                         admin
GET    /v1/loyalty/summary                                user
POST   /v1/loyalty/share                                  user
POST   /v1/loyalty/redeem                                 user
GET    /v1/loyalty/history                                user
GET    /v1/loyalty/vouchers                               user
POST   /v1/admin/loyalty/{id}/adjust                      admin
GET    /v1/cart                                           cart
DELETE /v1/cart                                           cart
POST   /v1/carts                                          public
POST   /v1/cart/items                                     optional
PATCH  /v1/cart/items/{id}                                cart
DELETE /v1/cart/items/{id}                                cart
POST   /v1/cart/discounts                                 cart
DELETE /v1/cart/discounts/{code}                          cart
GET    /v1/shipping-methods                               optional
POST   /v1/checkout/quote                                 cart
POST   /v1/checkout                                       cart
GET    /v1/orders                                         user
POST   /v1/orders/claim                                   user
POST   /v1/orders/lookup                                  public
POST   /v1/orders/lookup/verify                           public
GET    /v1/orders/{id}                                    user
POST   /v1/orders/{id}/cancel                             user
POST   /v1/orders/{id}/reorder                            user
GET    /v1/orders/{id}/invoices                           user
GET    /v1/orders/{id}/tracking                           user
POST   /v1/orders/{id}/returns                            user
GET    /v1/orders/{id}/returns                            user
GET    /v1/admin/orders                                   admin
GET    /v1/admin/orders/export                            admin
GET    /v1/admin/orders/{id}                              admin
POST   /v1/admin/orders/{id}/mark-paid                    admin
POST   /v1/admin/orders/{id}/process                      admin
POST   /v1/admin/orders/{id}/ship                         admin
POST   /v1/admin/orders/{id}/deliver                      admin
POST   /v1/admin/orders/{id}/cancel                       admin
POST   /v1/admin/orders/{id}/refund                       admin
POST   /v1/admin/orders/{id}/tracking                     admin
GET    /v1/admin/returns                                  admin
GET    /v1/admin/returns/{id}                             admin
POST   /v1/admin/returns/{id}/approve                     admin
POST   /v1/admin/returns/{id}/reject                      admin
POST   /v1/admin/returns/{id}/receive                     admin
POST   /v1/withdrawals                                    public
POST   /v1/orders/{id}/withdraw                           user
GET    /v1/admin/withdrawals                              admin
GET    /v1/admin/withdrawals/{id}                         admin
POST   /v1/admin/withdrawals/{id}/match                   admin
POST   /v1/admin/withdrawals/{id}/contest                 admin
GET    /v1/admin/stock                                    admin
GET    /v1/admin/stock/{id}                               admin
PUT    /v1/admin/stock/{id}                               admin
POST   /v1/admin/stock/{id}/adjust                        admin
GET    /v1/admin/stock/{id}/ledger                        admin
GET    /v1/admin/shipping-methods                         admin
POST   /v1/admin/shipping-methods                         admin
GET    /v1/admin/shipping-methods/{id}                    admin
PATCH  /v1/admin/shipping-methods/{id}                    admin
DELETE /v1/admin/shipping-methods/{id}                    admin
GET    /v1/admin/automatic-promotions                     admin
POST   /v1/admin/automatic-promotions                     admin
GET    /v1/admin/automatic-promotions/{id}                admin
PATCH  /v1/admin/automatic-promotions/{id}                admin
DELETE /v1/admin/automatic-promotions/{id}                admin
GET    /v1/admin/promotions                               admin
POST   /v1/admin/promotions                               admin
GET    /v1/admin/promotions/{id}                          admin
PATCH  /v1/admin/promotions/{id}                          admin
DELETE /v1/admin/promotions/{id}                          admin
GET    /v1/customers                                      user
GET    /v1/customers/{id}                                 user
DELETE /v1/customers/{id}                                 user
POST   /v1/reviews                                        user
GET    /v1/products/{id}/reviews                          public
GET    /v1/reviews/mine                                   user
PATCH  /v1/reviews/{id}                                   user
DELETE /v1/reviews/{id}                                   user
GET    /v1/admin/reviews                                  admin
POST   /v1/admin/reviews/{id}/hide                        admin
POST   /v1/admin/reviews/{id}/show                        admin
GET    /v1/orders/{id}/payment                            user
POST   /v1/payments/webhooks/stripe                       public
GET    /v1/admin/payments/tasks                           admin
POST   /v1/admin/payments/statements                      admin
GET    /v1/admin/payments/statements                      admin
GET    /v1/admin/payments/statements/{id}                 admin
GET    /v1/admin/payments/entries                         admin
POST   /v1/admin/payments/entries/{id}/book               admin
POST   /v1/admin/payments/entries/{id}/ignore             admin
`

// document is what the rules need of an OpenAPI document.
type document struct {
	Paths map[string]map[string]operation
}

type operation struct {
	OperationID string
	Summary     string
	Tags        []string
	Security    []map[string][]string
	Responses   map[string]any
	Scope       string `json:"x-scope"`
}

// audience is who may call an operation: a bearer token is asked for or not, a guest's token serves
// too, a scope is required.
func (o operation) audience() string {
	switch {
	case len(o.Security) == 0:
		return "public"
	case slices.ContainsFunc(o.Security, func(s map[string][]string) bool { return len(s) == 0 }):
		return "optional"
	case slices.ContainsFunc(o.Security, func(s map[string][]string) bool { _, cart := s["cartToken"]; return cart }):
		return "cart"
	case o.Scope != "":
		return "admin"
	default:
		return "user"
	}
}

// scopes are what an operation for admins may require. Roles and keys are made of them: one may be
// added, and none goes away or changes its meaning.
var scopes = strings.Fields(`
	self orders:read orders:write refunds:write payments:read payments:write products:read products:write
	stock:read stock:write promotions:read promotions:write webhooks:read webhooks:write settings:read settings:write
	customers:read customers:write wholesale:decide reviews:moderate loyalty:adjust mails:read mails:write
	audit:read audit:write events:read staff:read staff:write keys:write reports:read invoices:read invoices:write`)

func TestPromisedRoutes(t *testing.T) {
	t.Parallel()
	var out, failed bytes.Buffer
	if code := app.Run(t.Context(), app.Streams{In: strings.NewReader(""), Out: &out, Err: &failed,
		Env: []string{"ORDERD_DEV=true", "ORDERD_DATA_DIR=" + t.TempDir()}}, []string{"openapi", "--json"}); code != 0 {
		t.Fatal(failed.String())
	}
	var doc document
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	for _, said := range doc.breaks(promised) {
		t.Error(said)
	}
}

// oldResource are the paths where admins write what everybody reads: clients know POST /v1/brands.
var oldResource = regexp.MustCompile(`^/v1/(brands|categories)(/\{id\})?$`)

// breaks says where a document breaks the promise, or its own conventions.
func (d document) breaks(promised string) []string {
	var said []string
	for line := range strings.SplitSeq(strings.TrimSpace(promised), "\n") {
		words := strings.Fields(line)
		method, path, audience := words[0], words[1], words[2]
		switch o, there := d.Paths[path][strings.ToLower(method)]; {
		case !there:
			said = append(said, fmt.Sprintf("%s %s: is gone", method, path))
		case o.audience() != audience:
			said = append(said, fmt.Sprintf("%s %s: is for %s, promised for %s", method, path, o.audience(), audience))
		}
	}
	ids := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			o, name := d.Paths[path][method], strings.ToUpper(method)+" "+path
			if (o.audience() == "admin") != strings.HasPrefix(path, "/v1/admin/") && !oldResource.MatchString(path) {
				said = append(said, fmt.Sprintf("%s: is for %s: what is for admins is under /v1/admin, and nothing else is", name, o.audience()))
			}
			if (o.audience() == "admin") != slices.Contains(scopes, o.Scope) {
				said = append(said, fmt.Sprintf("%s: has the scope %q: what is for admins has one of the known scopes, and nothing else has", name,
					o.Scope))
			}
			if o.OperationID == "" || o.Summary == "" || len(o.Tags) != 1 {
				said = append(said, name+": needs an id, a summary and a tag")
			}
			if twin := ids[o.OperationID]; twin != "" {
				said = append(said, fmt.Sprintf("%s: has the id of %s", name, twin))
			}
			ids[o.OperationID] = name
		}
	}
	return said
}

func TestBrokenPromises(t *testing.T) {
	t.Parallel()
	bearer := `"security":[{"bearer":[]}]`
	var doc document
	err := json.Unmarshal([]byte(`{"paths":{
		"/v1/a": {"get": {"operationId":"a","summary":"s","tags":["T"],`+bearer+`}},
		"/v1/b": {"get": {"operationId":"a","summary":"s","tags":["T"],`+bearer+`}},
		"/v1/admin/c": {"post": {"operationId":"c","tags":["T"]}},
		"/v1/admin/d": {"get": {"operationId":"d","summary":"s","tags":["T"],"x-scope":"d:read",`+bearer+`}},
		"/v1/e": {"get": {"operationId":"e","summary":"s","tags":["T"],"x-scope":"orders:read",`+bearer+`}}}}`), &doc)
	if err != nil {
		t.Fatal(err)
	}
	said := doc.breaks("GET /v1/a public\nGET /v1/gone user")
	want := []string{
		"GET /v1/a: is for user, promised for public",
		"GET /v1/gone: is gone",
		"POST /v1/admin/c: is for public: what is for admins is under /v1/admin, and nothing else is",
		"POST /v1/admin/c: needs an id, a summary and a tag",
		"GET /v1/b: has the id of GET /v1/a",
		`GET /v1/admin/d: has the scope "d:read": what is for admins has one of the known scopes, and nothing else has`,
		"GET /v1/e: is for admin: what is for admins is under /v1/admin, and nothing else is",
	}
	if !slices.Equal(slices.Sorted(slices.Values(said)), slices.Sorted(slices.Values(want))) {
		t.Errorf("it says\n%s", strings.Join(said, "\n"))
	}
}
