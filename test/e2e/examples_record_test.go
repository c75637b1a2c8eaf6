package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"orderd/platform/httpapi"
	"orderd/test/kit"
)

// recorder plays operations by the names that the document gives them, and keeps what was sent and
// got.
type recorder struct {
	*shop
	operations map[string]operation
	kept       map[string]httpapi.Example
	requests   map[string][]string // the ids of the requests, by operation
	names      *names
}

// operation is where the document says that an operation is.
type operation struct {
	method, path string
	*openapi3.Operation
}

func newRecorder(s *shop) *recorder {
	s.t.Helper()
	raw := s.api.Do(s.t, "GET", "/openapi.json", nil).Require(s.t, 200).Body
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		s.t.Fatal(err)
	}
	r := &recorder{
		shop: s, operations: map[string]operation{}, kept: map[string]httpapi.Example{}, requests: map[string][]string{},
		names: newNames(),
	}
	for path, item := range document.Paths.Map() {
		for method, op := range item.Operations() {
			r.operations[op.OperationID] = operation{method, path, op}
		}
	}
	return r
}

// play calls an operation, keeps the exchange and returns the answer. at is the id in the path, or
// the query with its question mark.
func (r *recorder) play(caller *kit.API, name, at string, body any) kit.Answer {
	r.t.Helper()
	op, known := r.operations[name]
	if !known {
		r.t.Fatalf("there is no operation %s", name)
	}
	id, query, asked := strings.Cut(at, "?")
	path := pathOf(op.path, id)
	if asked {
		path += "?" + query
	}
	answer := caller.Do(r.t, op.method, path, body)
	if answer.Status >= 300 {
		r.t.Fatalf("%s: status %d: %s", name, answer.Status, answer.Body)
	}
	r.keep(name, body, answer.Status, answer.Header, answer.Body)
	return answer
}

// pathOf puts ids into the places of a path: "<user>/<session>" into two of them.
func pathOf(template, at string) string {
	ids := strings.Split(at, "/")
	return regexp.MustCompile(`\{\w+\}`).ReplaceAllStringFunc(template, func(string) string {
		id := ids[0]
		if len(ids) > 1 {
			ids = ids[1:]
		}
		return url.PathEscape(id)
	})
}

// keep notes an exchange. Of several answers with one status the last is kept.
func (r *recorder) keep(name string, body any, status int, header http.Header, answer []byte) {
	r.t.Helper()
	r.requests[name] = append(r.requests[name], header.Get("X-Request-Id"))
	e := r.kept[name]
	if body != nil && e.Request == nil {
		e.Request = r.names.replace(encoded(r.t, body))
	}
	if len(answer) > 0 {
		if !strings.HasPrefix(header.Get("Content-Type"), "application/json") {
			answer = encoded(r.t, string(answer))
		}
		if e.Answers == nil {
			e.Answers = map[string]json.RawMessage{}
		}
		e.Answers[fmt.Sprint(status)] = shortened(r.t, withFewer(r.names.replace(answer)))
	}
	r.kept[name] = e
}

// text matches a text in JSON.
var text = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// shortened is an answer without the most of its long texts, such as the HTML of a mail.
func shortened(t *testing.T, answer []byte) []byte {
	t.Helper()
	const long, kept = 2000, 100 // characters
	return text.ReplaceAllFunc(answer, func(found []byte) []byte {
		var s string
		if err := json.Unmarshal(found, &s); err != nil {
			t.Fatal(err)
		}
		if runes := []rune(s); len(runes) > long {
			return encoded(t, string(runes[:kept])+"…")
		}
		return found
	})
}

// withFewer is an answer with the first records of a long list alone, such as that of all
// consumers.
func withFewer(answer []byte) []byte {
	const long, kept = 40, 10 // records
	d := json.NewDecoder(bytes.NewReader(answer))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return answer
	}
	if name, err := d.Token(); err != nil || name != "data" {
		return answer
	}
	if first, err := d.Token(); err != nil || first != json.Delim('[') {
		return answer
	}
	n, end := 0, int64(0)
	for ; d.More(); n++ {
		var record json.RawMessage
		if d.Decode(&record) != nil {
			return answer
		}
		if n == kept-1 {
			end = d.InputOffset()
		}
	}
	if n <= long {
		return answer
	}
	return slices.Concat(answer[:end], answer[d.InputOffset():])
}

// encoded is body as kit.API sends it, in JSON.
func encoded(t *testing.T, body any) []byte {
	t.Helper()
	if raw, ok := body.([]byte); ok {
		return raw
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

// tooLong is the length from which an example is too long to read: the story requests a shorter
// list.
const tooLong = 5000

// missing are the operations of which the story has not kept what the document needs: a body where
// one may be sent, an answer where there is one.
func (r *recorder) missing() []string {
	var faults []string
	for name, op := range r.operations {
		e := r.kept[name]
		if op.RequestBody != nil && e.Request == nil {
			faults = append(faults, name+": no request")
		}
		for status, res := range op.Responses.Map() {
			if status < "300" && len(res.Value.Content) > 0 && e.Answers[status] == nil {
				faults = append(faults, name+": no answer "+status)
			}
			if len(e.Answers[status]) > tooLong {
				faults = append(faults, fmt.Sprintf("%s: the answer has %d bytes", name, len(e.Answers[status])))
			}
		}
	}
	slices.Sort(faults)
	return faults
}

// differences are what differs in shape between what is written and what the story has now got.
func differences(written, now map[string]httpapi.Example) []string {
	var faults []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		was, is := written[name], now[name]
		faults = append(faults, shapes(name+" request", was.Request, is.Request)...)
		for _, status := range slices.Sorted(maps.Keys(is.Answers)) {
			faults = append(faults, shapes(name+" "+status, was.Answers[status], is.Answers[status])...)
		}
	}
	for name := range written {
		if _, played := now[name]; !played {
			faults = append(faults, name+": it is written, and the story does not play it")
		}
	}
	return faults
}

func shapes(where string, was, is json.RawMessage) []string {
	var a, b any
	if was != nil && json.Unmarshal(was, &a) != nil || is != nil && json.Unmarshal(is, &b) != nil {
		return []string{where + ": it is not JSON"}
	}
	if (was == nil) != (is == nil) {
		return []string{fmt.Sprintf("%s: written %s, now %s", where, was, is)}
	}
	return shape(where, a, b)
}

// shape compares keys and types; null is of every type.
func shape(where string, was, is any) (faults []string) {
	if was == nil || is == nil {
		return nil
	}
	switch a := was.(type) {
	case map[string]any:
		b, ok := is.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: written %v, now %v", where, a, is)}
		}
		for key := range b {
			if _, written := a[key]; !written {
				faults = append(faults, fmt.Sprintf("%s.%s: it is new", where, key))
			}
		}
		for key := range a {
			if _, still := b[key]; !still {
				faults = append(faults, fmt.Sprintf("%s.%s: it is gone", where, key))
				continue
			}
			faults = append(faults, shape(where+"."+key, a[key], b[key])...)
		}
	case []any:
		b, ok := is.([]any)
		if !ok || (len(a) == 0) != (len(b) == 0) {
			return []string{fmt.Sprintf("%s: written %v, now %v", where, a, is)}
		}
		for i := range min(len(a), len(b)) {
			faults = append(faults, shape(fmt.Sprintf("%s[%d]", where, i), a[i], b[i])...)
		}
	default:
		if fmt.Sprintf("%T", was) != fmt.Sprintf("%T", is) {
			return []string{fmt.Sprintf("%s: written %v, now %v", where, was, is)}
		}
	}
	return faults
}

// writeExamples writes one line an operation, by name.
func writeExamples(path string, all map[string]httpapi.Example) error {
	var b bytes.Buffer
	for i, name := range slices.Sorted(maps.Keys(all)) {
		line, err := json.Marshal(all[name])
		if err != nil {
			return err
		}
		separator := ",\n"
		if i == 0 {
			separator = "{\n"
		}
		fmt.Fprintf(&b, "%s%q: %s", separator, name, line)
	}
	_, _ = io.WriteString(&b, "\n}\n")
	return os.WriteFile(path, b.Bytes(), 0o644)
}
