// Package httpapi serves HTTP for the modules: a gin engine with huma on it (OpenAPI 3.1 from the
// Go types), operations with a required audience, responses that are stored under their idempotency
// key, RFC 9457 problems, paging and rate limits.
//
// Every request is checked in one order (operation_serve.go): the path and its method (404, 405),
// the limit by address, the caller (401, 403), the limit by caller, the body (413, 415, 400), its
// fields (422), and then by the operation. A request that fails after the limits is looked up under
// its idempotency key before the fault is answered.
//
// A module registers operations with Handle (or HandleStream, HandleUpload, HandleFileUpload),
// answers reads with OK or Cached and writes with Commit, and returns faults. Files that everybody
// may read are served by MountFiles. What it declares in its Go types is the document and the check
// at once:
//
//	type createBrand struct {
//		Body struct {
//			Name    httpapi.Text  `json:"name" minLength:"1" maxLength:"120" example:"Moka"`
//			LogoURL *httpapi.Text `json:"logoUrl,omitempty" maxLength:"2048" format:"uri"`
//		}
//	}
//
// A request body must be exact: whole numbers are Int, trimmed texts Text or MultilineText,
// addresses Email, moments Time, and the fields of a PATCH Optional. A type of another package
// joins them by a huma schema (type, format, limits, x-decimals) and an UnmarshalJSON that takes
// everything that the schema allows; the check itself is made here, on the submitted text, before
// decoding.
//
// A field is required unless its tag says omitempty (or it is Optional). Null stands for "absent"
// in a field that is not required and is a wrong_type elsewhere. Rules about several fields stand
// in a method Check of the input (Checker). A doc tag states what the name and the type leave open
// (what null means, the unit, the default, the limit); most fields need none.
//
// The files are grouped by their first word: router (the engine), operation (what a module
// registers), request, response, validation, audience, limit, client (address and network),
// problem, idempotency, document (OpenAPI), docs (pages). Rate limits are counted by
// platform/ratelimit; request bodies are read by platform/strictjson.
package httpapi
