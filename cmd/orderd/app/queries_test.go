package app

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"orderd/platform/auth"
	"orderd/platform/id"
)

// TestAdminQueries: each operation that requires a scope refuses a parameter that it does not have,
// and two values of each that takes one. The operations and their parameters are the document's.
func TestAdminQueries(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		s := startedWith(t, append(migratedEnviron(t, dialect), "ORDERD_LIMITS_ENABLED=false"))
		admin := s.staffToken(t, auth.RoleAdmin, nil)
		_, doc := readDocument(t)
		all, _ := adminOperations(t)
		refused := 0
		for _, op := range all {
			o := doc.Paths.Find(op.path).GetOperation(strings.ToUpper(op.method))
			s.requireRefused(t, op, o, admin, "bogus=1", "?bogus unexpected_field")
			for _, p := range o.Parameters {
				takesOne := p.Value.In == "query" && !p.Value.Schema.Value.Type.Is("object") &&
					(p.Value.Explode == nil || !*p.Value.Explode || !p.Value.Schema.Value.Type.Is("array"))
				if !takesOne {
					continue
				}
				name := url.QueryEscape(p.Value.Name)
				s.requireRefused(t, op, o, admin, name+"=1&"+name+"=2", "?"+p.Value.Name+" not_allowed")
				refused++
			}
		}
		if refused < 50 {
			t.Errorf("%d parameters were tried", refused)
		}
	})
}

// requireRefused fails unless the operation refuses the query with a 422 and the fault.
func (s *service) requireRefused(t *testing.T, op adminOperation, o *openapi3.Operation, token, query, want string) {
	t.Helper()
	media, body := leastContent(t, o)
	path := parameter.ReplaceAllString(op.path, id.New())
	request, err := http.NewRequestWithContext(t.Context(), op.method, s.api+path+"?"+query, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", media)
	client := &http.Client{Timeout: 20 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var problem struct {
		Code   string
		Errors []struct{ Pointer, Code string }
	}
	err = json.NewDecoder(response.Body).Decode(&problem)
	found := slices.ContainsFunc(problem.Errors, func(e struct{ Pointer, Code string }) bool { return e.Pointer+" "+e.Code == want })
	if err != nil || response.StatusCode != 422 || !found {
		t.Errorf("%s %s?%s: %d %+v %v, want %s", op.method, op.path, query, response.StatusCode, problem, err, want)
	}
}

// leastContent is a body of the media type that the operation takes, and its media type.
func leastContent(t *testing.T, o *openapi3.Operation) (media string, body []byte) {
	t.Helper()
	if o.RequestBody == nil || o.RequestBody.Value.Content.Get("application/json") != nil {
		return "application/json", []byte("{}")
	}
	for media = range o.RequestBody.Value.Content {
		if media != "multipart/form-data" {
			return media, []byte("a")
		}
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	file, err := w.CreateFormFile("file", "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write([]byte("a")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), form.Bytes()
}
