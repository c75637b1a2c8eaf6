package httpapi

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/strictjson"
)

// replayWindow is how long the response of an idempotency key is kept, unless its operation states
// another time.
const replayWindow = 7 * 24 * time.Hour

// digest identifies a key in its scope, or a request.
type digest [sha256.Size]byte

func digestOf(parts ...string) digest {
	h := sha256.New()
	for _, p := range parts {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write([]byte(p))
	}
	return digest(h.Sum(nil))
}

// idempotencyKey is the Idempotency-Key of a request. The same key means another request in another
// scope: that of the user, the API key, the guest token or the client's address.
type idempotencyKey struct {
	id      digest // of scope, method, path and key
	request digest // of query and body
	caller  string // whose quota the stored response counts against
	keep    time.Duration
}

// readKey is the request's idempotency key, or nil when it has none. One that is not well-formed is
// a fault. subject is what an anonymous body is about (bodySubject).
func (o *operation) readKey(r *http.Request, q *request, content, subject string, v *validator) *idempotencyKey {
	values := r.Header["Idempotency-Key"]
	if !o.keyed || len(values) == 0 {
		return nil
	}
	key := strings.TrimSpace(values[0])
	if len(key) >= 2 && key[0] == '"' && key[len(key)-1] == '"' {
		key = key[1 : len(key)-1]
	}
	if len(values) > 1 || key == "" || len(key) > 255 || strings.ContainsFunc(key, notPrintable) {
		v.add("Idempotency-Key", fault.BadFormat, "must be one key of 1 to 255 printable ASCII characters")
		return nil
	}
	return &idempotencyKey{
		id:      digestOf(o.keyScope(q, subject), r.Method, r.URL.Path, key),
		request: digestOf(r.URL.RawQuery, content),
		caller:  q.quotaOwner(r.Context()),
		keep:    cmp.Or(o.op.KeepResponse, replayWindow),
	}
}

func (o *operation) keyScope(q *request, subject string) string {
	switch {
	case q.caller != nil:
		return q.caller.Actor()
	case q.guestToken != "":
		return o.guestToken().Name + ":" + q.guestToken
	case subject != "":
		// Two people behind one address may use the same key.
		return "address:" + q.address + " about:" + subject
	}
	return "address:" + q.address
}

// bodySubject is whom an anonymous request is about: the email addresses of its body, or "".
func (o *operation) bodySubject(body strictjson.Value) string {
	var all []string
	for i, name := range body.Names {
		if p := o.body.properties[name]; p != nil && p.email && body.Items[i].Kind == strictjson.String {
			all = append(all, name+":"+id.NormalizeEmail(body.Items[i].Text))
		}
	}
	return strings.Join(slices.Sorted(slices.Values(all)), " ")
}

func inProgress() *fault.Fault {
	f := fault.New(fault.IdempotencyInFlight, "The first request with this Idempotency-Key is still being answered.")
	f.RetryAfter = time.Second
	return f
}

// keySet is the keys whose requests are being answered by this process.
type keySet struct {
	mu   sync.Mutex
	keys map[digest]struct{}
}

// enter adds a key and reports whether it was not there.
func (s *keySet) enter(d digest) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, busy := s.keys[d]; busy {
		return false
	}
	if s.keys == nil {
		s.keys = map[digest]struct{}{}
	}
	s.keys[d] = struct{}{}
	return true
}

func (s *keySet) leave(d digest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.keys, d)
}
