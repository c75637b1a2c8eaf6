// Package httpapi is the service's one way to HTTP: a gin engine with huma on it (OpenAPI 3.1 from the Go types),
// operations with a required audience, answers that are stored under their idempotency key, RFC 9457 problems,
// paging and limits. What all operations have in common is here, once.
//
// Every request is checked in one order: the path and its method (404, 405), the limit by address, the caller (401, 403), the limit by
// caller, a replay of an idempotency key, the body (413, 415, 400), its fields (422), and then by the operation.
//
// A module registers operations with Handle (or HandleStream), answers reads with OK and writes with Commit, and returns
// faults. What it declares in its Go types is the document and the check at once:
//
//	type createBrand struct {
//		Body struct {
//			Name    httpapi.Text  `json:"name" minLength:"1" maxLength:"120" example:"Moka"`
//			LogoURL *httpapi.Text `json:"logoUrl,omitempty" maxLength:"2048" format:"uri"`
//		}
//	}
//
// A request body must be exact: whole numbers are Whole, trimmed texts Text or Lines, addresses Email, moments Time, and the fields of a PATCH
// Optional. A type of another package joins them by giving a huma schema (type, format, limits, x-decimals) and an
// UnmarshalJSON that takes everything that the schema lets pass; the check itself is made here, on the submitted text, before decoding.
//
// A field is required unless its tag says omitempty (or it is Optional). Null stands for "absent" in a field that is not
// required and is a wrong_type elsewhere. What one field can't tell is said by a method Check of the input (see Checker).
// A doc tag says what the name and the type leave open (what null means, the unit, the default, the limit); most fields need none.
package httpapi
