package httpapi

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"orderd/platform/fault"
)

// makeReadable takes out of a request what the faults are about, so that the rest can be decoded
// and the operation's own check names what is wrong there, too: a text in place of a number would
// end the decoding.
func makeReadable(r *http.Request, body []byte, faults []fault.Field) {
	query := r.URL.Query()
	content := decodeAny(body)
	for _, f := range faults {
		switch name, isParam := strings.CutPrefix(f.Pointer, "?"); {
		case isParam:
			query.Del(name)
		case f.Pointer == "":
			content = map[string]any{}
		case strings.HasPrefix(f.Pointer, "/"):
			removeAt(content, strings.Split(f.Pointer[1:], "/"))
		default:
			r.Header.Del(f.Pointer)
		}
	}
	r.URL.RawQuery = query.Encode()
	if content == nil {
		return
	}
	rest, err := json.Marshal(content)
	if err != nil {
		return // it stays as it is
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(rest)), int64(len(rest))
}

// decodeAny is the body as maps and lists, its numbers as they are written; nil without a body.
func decodeAny(body []byte) (content any) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&content) != nil {
		return nil
	}
	return content
}

var pointerUnescapes = strings.NewReplacer("~1", "/", "~0", "~")

// removeAt removes the value at the steps of a JSON pointer. In a list null takes its place, so
// that the others keep theirs.
func removeAt(content any, steps []string) {
	last := len(steps) == 1
	switch node := content.(type) {
	case map[string]any:
		name := pointerUnescapes.Replace(steps[0])
		if last {
			delete(node, name)
		} else {
			removeAt(node[name], steps[1:])
		}
	case []any:
		i, err := strconv.Atoi(steps[0])
		switch {
		case err != nil || i < 0 || i >= len(node):
		case last:
			node[i] = nil
		default:
			removeAt(node[i], steps[1:])
		}
	}
}
