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

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// keptFor is how long the answer of an idempotency key is kept, unless its operation says otherwise.
const keptFor = 7 * 24 * time.Hour

// digest names a key in its scope, or a request.
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

// idempotencyKey is the Idempotency-Key of a request with what it stands for.
type idempotencyKey struct {
	id      digest // of scope, method, path and key
	request digest // of query and body
	caller  string // whose quota its answer counts against
	keep    time.Duration
}

// storedAnswer is a row of http_answers.
type storedAnswer struct {
	ID        []byte     `gorm:"column:id;primaryKey"`
	Request   []byte     `gorm:"column:request"`
	Caller    string     `gorm:"column:caller"`
	Subject   string     `gorm:"column:subject"`
	Status    int        `gorm:"column:status"`
	Location  string     `gorm:"column:location"`
	Body      string     `gorm:"column:body"`
	CreatedAt time.Time  `gorm:"column:created_at"`
	ExpiresAt *time.Time // nil: keptFor after CreatedAt
}

func (storedAnswer) TableName() string { return "http_answers" }

// readKey is the request's idempotency key, nil when there is none. A bad one is blamed. about is whom the body is about.
func (o *operation) readKey(r *http.Request, q *request, content, about string, c *checker) *idempotencyKey {
	values := r.Header["Idempotency-Key"]
	if !o.keyed || len(values) == 0 {
		return nil
	}
	key := strings.TrimSpace(values[0])
	if len(key) >= 2 && key[0] == '"' && key[len(key)-1] == '"' {
		key = key[1 : len(key)-1]
	}
	if len(values) > 1 || key == "" || len(key) > 255 || strings.ContainsFunc(key, notPrintable) {
		c.blame("Idempotency-Key", fault.BadFormat, "must be one key of 1 to 255 printable ASCII characters")
		return nil
	}
	k := &idempotencyKey{request: digestOf(r.URL.RawQuery, content), caller: q.owner(r.Context()), keep: cmp.Or(o.op.KeepAnswer, keptFor)}
	scope := "address:" + q.address
	switch {
	case q.caller != nil:
		scope = "user:" + q.caller.UserID
	case q.cartToken != "":
		scope = "cart:" + q.cartToken
	case about != "":
		scope += " about:" + about // two people behind one address may use the same key
	}
	k.id = digestOf(scope, r.Method, r.URL.Path, key)
	return k
}

// replay is the stored answer of the key, nil when there is none. Another request under the same key is a fault.
func (k *idempotencyKey) replay(db *gorm.DB, now time.Time) (*answer, error) {
	var rows []storedAnswer
	if err := db.Where("id = ? AND created_at > ?", k.id[:], now.Add(-k.keep)).Limit(1).Find(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return k.answerOf(rows[0])
}

// claim is replay for the request that does what the key is for: it keeps twins of the request out until the transaction ends, and forgets an answer that has expired.
// A twin that is at it, here or in another replica, is a fault.
func (k *idempotencyKey) claim(tx *gorm.DB, now time.Time) (*answer, error) {
	expired := now.Add(-k.keep)
	if database.Dialect(tx) == database.SQLite { // the process's set of keys keeps twins out
		if err := tx.Where("id = ? AND created_at <= ?", k.id[:], expired).Delete(&storedAnswer{}).Error; err != nil {
			return nil, err
		}
		return k.replay(tx, now)
	}
	var found struct {
		Stored       storedAnswer `gorm:"embedded"`
		Taken, Known bool
	}
	lock := int64(binary.BigEndian.Uint64(k.id[:8]))
	err := database.BatchReads(tx, database.Read{Query: tx.Raw(`SELECT * FROM http_claim(?, ?, ?)`, lock, k.id[:], expired), Into: &found})
	switch {
	case err != nil:
		return nil, err
	case found.Taken:
		return nil, inProgress()
	case !found.Known:
		return nil, nil
	}
	return k.answerOf(found.Stored)
}

// answerOf is the answer that is stored, for the same request.
func (k *idempotencyKey) answerOf(row storedAnswer) (*answer, error) {
	if digest(row.Request) != k.request {
		return nil, fault.New(fault.IdempotencyReused, "This Idempotency-Key was used for another request.")
	}
	return &answer{status: row.Status, location: row.Location, body: []byte(row.Body), replayed: true}, nil
}

// store keeps the answer in the transaction of its effect.
func (k *idempotencyKey) store(tx *gorm.DB, a *answer, subject string, now time.Time) error {
	row := storedAnswer{
		ID: k.id[:], Request: k.request[:], Caller: k.caller, Subject: subject,
		Status: a.status, Location: a.location, Body: string(a.body), CreatedAt: now,
	}
	if k.keep != keptFor {
		row.ExpiresAt = new(now.Add(k.keep))
	}
	return database.AtCommit(tx, func(tx *gorm.DB) *gorm.DB {
		return tx.Create(&row)
	})
}

// about is whom an anonymous request is about: the email addresses of its body, or "".
func (o *operation) about(body value) string {
	var all []string
	for i, name := range body.names {
		if p := o.body.properties[name]; p != nil && p.email && body.items[i].kind == kindString {
			all = append(all, name+":"+id.NormalizeEmail(body.items[i].text))
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
