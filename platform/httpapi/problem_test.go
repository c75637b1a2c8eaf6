package httpapi_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/test/kit"
)

// TestEveryCodeHasAStatus reads the codes from platform/fault, so that none is forgotten: an
// operation may name each of them.
func TestEveryCodeHasAStatus(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "../fault/fault.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := httpapi.New(httpapi.Options{PublicURL: publicURL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Drain)
	fieldCodes := []fault.Code{fault.Required, fault.WrongType, fault.TooShort, fault.TooLong, fault.OutOfRange, fault.BadFormat,
		fault.NotAllowed}
	var codes []fault.Code
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			if code := fault.Code(text); !slices.Contains(fieldCodes, code) {
				codes = append(codes, code)
			}
		}
		return true
	})
	if len(codes) < 15 {
		t.Fatalf("only %d codes were found", len(codes))
	}
	httpapi.Handle(r, httpapi.Public, httpapi.Op{ID: "all", Method: "GET", Path: "/v1/all", Errors: codes}, (&things{}).greet)
}

func TestProblems(t *testing.T) {
	t.Parallel()
	b := plain(t)
	for how, row := range map[string]struct {
		status int
		body   string // ID stands for the request's id
	}{
		"stock": {409,
			`{"type":"https://shop.example/docs/errors/insufficient_stock","title":"Conflict","status":409,"code":"insufficient_stock","detail":"Not enough.","requestId":"ID","items":["a"],"left":3}`},
		"credentials": {401,
			`{"type":"https://shop.example/docs/errors/invalid_credentials","title":"Unauthorized","status":401,"code":"invalid_credentials","detail":"Wrong.","requestId":"ID"}`},
		"wrapped": {404,
			`{"type":"https://shop.example/docs/errors/not_found","title":"Not Found","status":404,"code":"not_found","detail":"There is no such resource.","requestId":"ID"}`},
		"deadline": {503,
			`{"type":"https://shop.example/docs/errors/unavailable","title":"Service Unavailable","status":503,"code":"unavailable","detail":"The service is busy or its database is away. Please try again.","requestId":"ID"}`},
	} {
		a := b.api(t).Do(t, "GET", "/v1/broken/"+how, nil).Require(t, row.status)
		if want := strings.Replace(row.body, "ID", a.Header.Get("X-Request-Id"), 1); string(a.Body) != want {
			t.Errorf("%s: %s, want %s", how, a.Body, want)
		}
		if how == "deadline" && a.Header.Get("Retry-After") != "2" {
			t.Error(a.Header)
		}
		if how == "credentials" && a.Header.Get("WWW-Authenticate") != "" {
			t.Error(a.Header)
		}
	}
}

// TestInternal: the answer to an error that is no fault holds only an id. One line of the log has
// that id and the request's.
func TestInternal(t *testing.T) {
	t.Parallel()
	b := plain(t)
	for _, how := range []string{"error", "panic", "unknown-code", "database"} {
		a := b.api(t).Do(t, "GET", "/v1/broken/"+how, nil).Require(t, 500, "internal")
		if strings.Contains(string(a.Body), "internals") || strings.Contains(string(a.Body), "nonsense") {
			t.Errorf("%s: %s", how, a.Body)
		}
		lines := b.log.TakeAll()
		if len(lines) != 1 {
			t.Errorf("%s: %d lines: %v", how, len(lines), lines)
			continue
		}
		fields := lines[0].ContextMap()
		if fields["request_id"] != a.Header.Get("X-Request-Id") || !strings.Contains(a.Text("detail"), fields["error_id"].(string)) {
			t.Errorf("%s: %v does not lead to %s", how, fields, a.Body)
		}
		if _, stack := fields["stack"]; stack != (how == "panic") {
			t.Errorf("%s: %v", how, fields)
		}
	}
}

// TestNoDatabase: while it is away the answer is a 503 that says when to try again, and no 500;
// afterwards it answers as before.
func TestNoDatabase(t *testing.T) {
	t.Parallel()
	server := kit.PostgresServer(t)
	b := setup(t, kit.Open(t, server.URL("postgres"), migrations...))
	api := b.customer(t)
	api.Do(t, "POST", "/v1/things", `{"name":"x"}`).Require(t, 201)
	if err := server.Halt(); err != nil {
		t.Fatal(err)
	}
	for _, call := range []struct{ method, path, body string }{{"POST", "/v1/things", `{"name":"x"}`}, {"GET", "/v1/things", ""}} {
		for _, caller := range []*kit.API{api, api.With("Idempotency-Key", "k")} {
			if a := caller.Do(t, call.method, call.path, call.body).Require(t, 503, "unavailable"); a.Header.Get("Retry-After") != "2" {
				t.Error(a.Header)
			}
		}
	}
	// A process that has not read the revocations yet does not know whether a token is still valid.
	setup(t, b.db).customer(t).Do(t, "GET", "/v1/greeting", nil).Require(t, 503, "unavailable")
	if err := server.Resume(); err != nil {
		t.Fatal(err)
	}
	kit.Eventually(t, "the service is back", func() error {
		if a := api.With("Idempotency-Key", "k").Do(t, "POST", "/v1/things", `{"name":"x"}`); a.Status != 201 {
			return fmt.Errorf("status %d", a.Status)
		}
		return nil
	})
}
