package httpapi

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"orderd/platform/fault"
)

// ifMatch is the name of the header.
const ifMatch = "If-Match"

// Versioned is implemented by resources with a version, a number that rises with every change, in
// their field version, or in their field revision where version is something else. Every answer
// with one carries it as a strong ETag (RFC 9110, section 8.8.3), "7", a stored answer too. What is
// only derived from other resources (units available, a rating) changes without it: the ETag is for
// If-Match, and caches do not keep such an answer.
type Versioned interface{ ResourceVersion() int64 }

// IfMatch is the header of an operation that changes or deletes a Versioned (RFC 9110, section
// 13.1.1). Inputs embed it, which adds the header and fault.PreconditionFailed to the document.
// Clients without it overwrite what others have changed, as before there were versions.
type IfMatch struct {
	Tags string `header:"If-Match" maxLength:"1000" pattern:"^(\\*|[ \\t,]*(W/)?\"[!#-~]*\"([ \\t]*,[ \\t]*((W/)?\"[!#-~]*\")?)*)$" patternDescription:"* or a list of ETags, each between quotes" doc:"The ETag of the version that the change is based on, several of them, or *. When the resource has another version by now: 412. Without it, the change is made whatever the version." example:"\"7\""`
}

// Require returns fault.PreconditionFailed with the resource's version unless the header allows a
// change of it. A use case calls it once it has locked the row; the UPDATE has a guard of its own
// (database.SaveVersion).
func (m IfMatch) Require(version int64) error {
	if m.Tags == "" || m.Tags == "*" {
		return nil
	}
	for tag := range strings.SplitSeq(m.Tags, ",") {
		if strings.TrimSpace(tag) != "" && versionIn(strings.TrimSpace(tag)) == version {
			return nil
		}
	}
	return fault.Stale(version)
}

// versionIn is the version that a strong ETag names: of "7", and of "7.Zm9vYmFy" in any encoding,
// which Cached makes. It is 0, which no resource has, for every other one: a weak ETag never
// matches.
func versionIn(tag string) int64 {
	if len(tag) < 2 || tag[0] != '"' || tag[len(tag)-1] != '"' {
		return 0
	}
	text, _, _ := strings.Cut(tag[1:len(tag)-1], ".")
	if !isDigits(text) || text[0] == '-' || text[0] == '0' {
		return 0
	}
	version, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return version
}

// joinIfMatch makes one list of a header in several lines (RFC 9110, section 5.3). An empty one is
// a fault: a client that lost its ETag must not overwrite the version that it does not know.
func (o *operation) joinIfMatch(r *http.Request, v *validator) {
	lines := r.Header[ifMatch]
	if !o.conditional || len(lines) == 0 {
		return
	}
	list := strings.TrimSpace(strings.Join(lines, ", "))
	r.Header[ifMatch] = []string{list}
	if list == "" {
		v.add(ifMatch, fault.BadFormat, "must be * or a list of ETags, each between quotes")
	}
}

// setVersionETag sets the ETag of an encoded Versioned. A response that an earlier release stored
// has no version, and gets none.
func setVersionETag(h http.Header, body []byte) {
	var encoded struct {
		Version  int64 `json:"version"`
		Revision int64 `json:"revision"`
	}
	if err := json.Unmarshal(body, &encoded); err != nil {
		return
	}
	if version := cmp.Or(encoded.Revision, encoded.Version); version > 0 {
		h.Set("ETag", strconv.Quote(strconv.FormatInt(version, 10)))
	}
}
