package vat

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// askAt asks a server with the handler about the number.
func askAt(t *testing.T, requester string, handler http.HandlerFunc) (answer, error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		question, err := io.ReadAll(r.Body) // before, a server does not notice that the client leaves
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(question))
		handler(w, r)
	}))
	defer server.Close()
	v := newVIES(server.URL + "/rest-api/")
	v.timeout = time.Second
	defer v.client.CloseIdleConnections()
	return v.ask(t.Context(), french, requester)
}

// The question and the answer are those of VIES's REST interface.
func TestVIES(t *testing.T) {
	t.Parallel()
	for requester, want := range map[string]string{
		"": `{"countryCode":"FR","vatNumber":"40303265045"}`,
		"DE129273398": `{"countryCode":"FR","vatNumber":"40303265045","requesterMemberStateCode":"DE",` +
			`"requesterNumber":"129273398"}`,
	} {
		a, err := askAt(t, requester, func(w http.ResponseWriter, r *http.Request) {
			var asked json.RawMessage
			if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || string(asked) != want || r.Method != "POST" ||
				r.URL.Path != "/rest-api/check-vat-number" || r.Header.Get("Content-Type") != "application/json" {
				t.Errorf("%s %s: %s, %v", r.Method, r.URL.Path, asked, err)
			}
			_, _ = fmt.Fprint(w, `{"countryCode":"FR","vatNumber":"40303265045","requestDate":"2026-11-20T13:00:00.000Z","valid":true,
				"requestIdentifier":"WAPI1","name":" CAFE\u0000 LUMIERE ","address":"12 RUE DE RIVOLI\n75004 PARIS","traderName":"---"}`)
		})
		if err != nil || !a.Valid || *a.Name != "CAFE LUMIERE" || *a.Address != "12 RUE DE RIVOLI\n75004 PARIS" ||
			*a.ConsultationNumber != "WAPI1" {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// What is unknown or no text is null, and what is long is cut.
func TestAnswerTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]answer{
		`{"valid":false}`: {},
		`{"valid":true,"name":"---","address":"---","requestIdentifier":""}`:    {Valid: true},
		`{"valid":true,"name":7,"address":["x"],"requestIdentifier":{}}`:        {Valid: true},
		`{"valid":true,"countryCode":"FR","vatNumber":"40 303 265 045"}`:        {Valid: true},
		`{"valid":true,"name":"` + strings.Repeat("ß", 600) + `"}`:              {Valid: true, Name: new(strings.Repeat("ß", 500))},
		`{"valid":true,"actionSucceed":true,"name":null,"address":"\u0007"}`:    {Valid: true},
		`{"valid":true,"requestIdentifier":"` + strings.Repeat("x", 200) + `"}`: {Valid: true, ConsultationNumber: new(strings.Repeat("x", 100))},
	} {
		got, err := parseAnswer([]byte(text), french)
		if gotText, wantText := jsonOf(t, got), jsonOf(t, want); err != nil || gotText != wantText {
			t.Errorf("%.60s: %s, %v, want %s", text, gotText, err, wantText)
		}
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// All else is no answer.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	write := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = fmt.Fprint(w, text)
		}
	}
	for name, handler := range map[string]http.HandlerFunc{
		"a fault":            write(500, `{"valid":true}`),
		"created":            write(201, `{"valid":true}`),
		"too many questions": write(429, ""),
		"did not succeed":    write(200, `{"actionSucceed":false,"errorWrappers":[{"error":"MS_UNAVAILABLE"}],"valid":true}`),
		"nothing":            write(200, ""),
		"no JSON":            write(200, "<html>valid</html>"),
		"half":               write(200, `{"valid":true`),
		"more than one":      write(200, `{"valid":true}{"valid":true}`),
		"a list":             write(200, `[{"valid":true}]`),
		"null":               write(200, `null`),
		"without valid":      write(200, `{"name":"x"}`),
		"valid as a text":    write(200, `{"valid":"true"}`),
		"valid as a number":  write(200, `{"valid":1}`),
		"valid as null":      write(200, `{"valid":null}`),
		"valid in capitals":  write(200, `{"VALID":true}`),
		"about another id":   write(200, `{"countryCode":"DE","vatNumber":"129273398","valid":true}`),
		"too large":          write(200, `{"valid":true,"name":"`+strings.Repeat("x", maxAnswer)+`"}`),
		"a redirection": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Has("again") {
				_, _ = fmt.Fprint(w, `{"valid":true}`)
				return
			}
			http.Redirect(w, r, r.URL.Path+"?again", http.StatusTemporaryRedirect)
		},
		"slow": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"a slow body": func(w http.ResponseWriter, r *http.Request) {
			_, _ = fmt.Fprint(w, `{"valid":true`)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"hangs up": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			_ = conn.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			if a, err := askAt(t, "", handler); err == nil {
				t.Errorf("%+v", a)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("after %v", took)
			}
		})
	}
	if newVIES("https://vies.example").timeout != 5*time.Second {
		t.Error("an answer may take another time than 5 s")
	}
}

func TestStandIn(t *testing.T) {
	t.Parallel()
	register := Config{}.register()
	for number, want := range map[string]string{
		"DE129273000": `{"Valid":false,"Name":null,"Address":null,"ConsultationNumber":null}`,
		"DE129273398": `{"Valid":true,"Name":"Stand-in DE129273398","Address":"Example Street 1\n12345 Example",` +
			`"ConsultationNumber":"STANDIN-DE129273398"}`,
	} {
		if a, err := register.ask(context.Background(), number, "DE129273398"); err != nil || jsonOf(t, a) != want {
			t.Errorf("%s: %s, %v", number, jsonOf(t, a), err)
		}
	}
	if a, err := register.ask(context.Background(), "DE129273999", ""); err == nil {
		t.Errorf("%+v", a)
	}
	if _, ok := (Config{VIESURL: "https://vies.example"}).register().(*vies); !ok {
		t.Error("VIES is not asked")
	}
}
