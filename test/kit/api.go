package kit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// ReadYourWrites is how long an answer waits for the read models in tests, which look at once:
// longer than even a busy machine takes, and within the time of an answer.
const ReadYourWrites = 5 * time.Second

// API calls a running service over HTTP as a storefront does. With a contract every answer is
// checked against it. The methods that configure return a copy, so that one API serves many
// callers.
type API struct {
	Base     string
	Contract *Contract
	header   http.Header
	client   *http.Client
}

// NewAPI makes a caller of the service at base. It keeps connections open and gives up after two
// minutes, which no answer takes: an import of 2 s stood still for 30 s on a busy machine.
func NewAPI(base string, contract *Contract) *API {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 256
	return &API{Base: base, Contract: contract, header: http.Header{}, client: &http.Client{
		Transport:     transport,
		Timeout:       2 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// With sends a header with every call.
func (a *API) With(name, value string) *API {
	other := *a
	other.header = a.header.Clone()
	other.header.Set(name, value)
	return &other
}

// Sends reports whether the header goes with every call.
func (a *API) Sends(name string) bool { return a.header.Get(name) != "" }

// As calls with an access token; "" calls without one.
func (a *API) As(token string) *API {
	if token == "" {
		other := *a
		other.header = a.header.Clone()
		other.header.Del("Authorization")
		return &other
	}
	return a.With("Authorization", "Bearer "+token)
}

// Close closes the connections that are open and idle; the next call opens another.
func (a *API) Close() { a.client.CloseIdleConnections() }

// Try calls and returns what went wrong on the way: for tests that break the connection. body is
// nil, a string or []byte (sent as they are) or anything that encodes as JSON.
func (a *API) Try(method, path string, body any) (Answer, error) {
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	case []byte:
		reader = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			return Answer{}, err
		}
		reader = bytes.NewReader(raw)
	}
	request, err := http.NewRequest(method, a.Base+path, reader)
	if err != nil {
		return Answer{}, err
	}
	request.Header = a.header.Clone()
	if reader != nil && request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := a.client.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Status: response.StatusCode, Header: response.Header, Body: raw}
	if a.Contract != nil {
		if err := a.Contract.Check(request, answer.Status, answer.Header, answer.Body); err != nil {
			return answer, fmt.Errorf("%s %s → %d is outside the document: %w\n%s", method, path, answer.Status, err, answer.Body)
		}
	}
	return answer, nil
}

// Patiently calls again what a busy service puts off with a 503, as a client does.
func Patiently(call func() (Answer, error)) (Answer, error) {
	for tries := 0; ; tries++ {
		got, err := call()
		if err != nil || got.Status != http.StatusServiceUnavailable || tries == 20 {
			return got, err
		}
		<-time.After(100 * time.Millisecond)
	}
}

// Do calls and fails the test when the connection breaks or the answer is outside the document.
func (a *API) Do(t testing.TB, method, path string, body any) Answer {
	t.Helper()
	answer, err := a.Try(method, path, body)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// Answer is what the service said.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Require fails the test unless the answer has the status and, when one is given, the problem has
// the code.
func (a Answer) Require(t testing.TB, status int, code ...string) Answer {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d, want %d: %s", a.Status, status, a.Body)
	}
	if len(code) > 0 && a.Text("code") != code[0] {
		t.Fatalf("code %q, want %q: %s", a.Text("code"), code[0], a.Body)
	}
	return a
}

// Decode decodes the body.
func (a Answer) Decode(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		t.Fatalf("decode %s: %v", a.Body, err)
	}
}

// At is the value at a dotted path of the body ("user.email", "data.0.id"), or nil.
func (a Answer) At(path string) any {
	var value any
	if json.Unmarshal(a.Body, &value) != nil {
		return nil
	}
	for step := range strings.SplitSeq(path, ".") {
		switch node := value.(type) {
		case map[string]any:
			value = node[step]
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(node) {
				return nil
			}
			value = node[i]
		default:
			return nil
		}
	}
	return value
}

// Text is At as a string, or "".
func (a Answer) Text(path string) string {
	s, _ := a.At(path).(string)
	return s
}

// Number is At as a number, or 0.
func (a Answer) Number(path string) float64 {
	n, _ := a.At(path).(float64)
	return n
}

// Pointers are the pointers of a problem's errors with their codes, "/rating out_of_range".
func (a Answer) Pointers() []string {
	var problem struct {
		Errors []struct{ Pointer, Code string }
	}
	_ = json.Unmarshal(a.Body, &problem)
	var pointers []string
	for _, e := range problem.Errors {
		pointers = append(pointers, e.Pointer+" "+e.Code)
	}
	return pointers
}
