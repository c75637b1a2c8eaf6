package kit

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

const smallDocument = `{"openapi": "3.1.0", "info": {"title": "Things", "version": "1"}, "paths": {"/v1/things": {"get": {"responses": {
	"200": {"description": "OK",
		"headers": {"ETag": {"required": true, "schema": {"type": "string"}}, "Left": {"schema": {"type": "integer"}}},
		"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}}}}},
	"components": {"schemas": {
		"Thing": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "count": {"type": "integer", "format": "int32"},
			"madeAt": {"type": ["string", "null"], "format": "date-time"}, "kind": {"$ref": "#/components/schemas/AnyKind"},
			"parts": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}}},
		"Kind": {"type": "string", "enum": ["small", "large"]},
		"AnyKind": {"anyOf": [{"$ref": "#/components/schemas/Kind"}, {"type": "string"}]}}}}`

// A contract reports whatever in an answer differs from the document.
func TestContract(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(smallDocument)) }))
	defer server.Close()
	contract := LoadContract(t, server.URL)
	request := httptest.NewRequest(http.MethodGet, "/v1/things", nil)
	for _, c := range []struct {
		status            int
		etag, left, media string
		body              string
		good              bool
	}{
		{200, "x", "", "application/json", `{"id": "1", "count": 1, "madeAt": null, "kind": "small", "more": 1}`, true},
		{200, "x", "7", "application/json", `{"id": "1", "madeAt": "2026-01-01T00:00:00Z", "parts": [{"id": "2"}]}`, true},
		{200, "x", "", "text/csv", `id`, true},
		{201, "x", "", "application/json", `{"id": "1"}`, false},
		{200, "", "", "application/json", `{"id": "1"}`, false},
		{200, "x", "few", "application/json", `{"id": "1"}`, false},
		{200, "x", "", "application/xml+json", `{"id": "1"}`, false},
		{200, "x", "", "application/json", `{"id": "1"`, false},
		{200, "x", "", "application/json", `{}`, false},
		{200, "x", "", "application/json", `{"id": 1}`, false},
		{200, "x", "", "application/json", `{"id": "1", "count": 1.5}`, false},
		{200, "x", "", "application/json", `{"id": "1", "count": 2147483648}`, false},
		{200, "x", "", "application/json", `{"id": "1", "madeAt": "yesterday"}`, false},
		{200, "x", "", "application/json", `{"id": "1", "kind": "huge"}`, false},
		{200, "x", "", "application/json", `{"id": "1", "parts": [{}]}`, false},
	} {
		header := http.Header{"Content-Type": {c.media}}
		for name, value := range map[string]string{"ETag": c.etag, "Left": c.left} {
			if value != "" {
				header.Set(name, value)
			}
		}
		if err := contract.Check(request, c.status, header, []byte(c.body)); (err == nil) != c.good {
			t.Errorf("%d %v %s: %v", c.status, header, c.body, err)
		}
	}
}
