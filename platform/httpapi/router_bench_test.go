package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"go.uber.org/zap"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
)

// BenchmarkRead measures a GET with a bearer token in this package, without a socket or a query.
func BenchmarkRead(b *testing.B) {
	keys := newKeys(b)
	db, err := database.Open(b.Context(), database.Options{URL: "sqlite:" + filepath.Join(b.TempDir(), "b.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = database.Close(db) }()
	if err := database.Migrate(b.Context(), db, migrations); err != nil {
		b.Fatal(err)
	}
	authority := auth.New(db, auth.Options{Keys: keys, Issuer: publicURL, Audience: "orderd", Clock: newStopped()})
	token, _, err := authority.Issue(auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleCustomer, Name: "Ada"})
	if err != nil {
		b.Fatal(err)
	}
	r, err := httpapi.New(httpapi.Options{Authority: authority, Clock: newStopped(), Log: zap.NewNop(), PublicURL: publicURL})
	if err != nil {
		b.Fatal(err)
	}
	(&things{}).routes(r)
	handler := r.Handler()
	b.ReportAllocs()
	for b.Loop() {
		req := httptest.NewRequest(http.MethodGet, "/v1/greeting", nil)
		req.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		if w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body)
		}
	}
}
