package httpapi

import (
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"orderd/platform/auth"
	"orderd/platform/fault"
)

const (
	// refusalsLogged is how many refusals of one actor have a line in a minute, and refusedActors
	// how many actors have.
	refusalsLogged = 10
	refusedActors  = 1000
)

// refusalLog counts the lines about refusals of this minute, by actor.
type refusalLog struct {
	mu     sync.Mutex
	minute time.Time
	lines  map[string]int
}

// allows reports whether one more refusal of the actor has a line. last: no more follows in this
// minute.
func (l *refusalLog) allows(actor string, now time.Time) (ok, last bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if minute := now.Truncate(time.Minute); !minute.Equal(l.minute) {
		l.minute, l.lines = minute, map[string]int{}
	}
	n, known := l.lines[actor]
	if n >= refusalsLogged || !known && len(l.lines) >= refusedActors {
		return false, false
	}
	l.lines[actor] = n + 1
	return true, n+1 == refusalsLogged
}

// logRefusal writes a line when staff or an API key are refused what they may not do, and when a
// key is refused that is none: who tries doors leaves a trace. Of the client it logs the network.
func (r *Router) logRefusal(c *gin.Context, f *fault.Fault) {
	q := requestFrom(c)
	actor := q.refusedActor(c.Request, f.Code)
	if actor == "" {
		return
	}
	ok, last := r.refusals.allows(actor, r.clock.Now())
	if !ok {
		return
	}
	var scope auth.Scope
	if m, ok := f.Members.(forbiddenMembers); ok {
		scope = m.RequiredScope
	}
	r.log.Warn("refused", zap.String("request_id", q.id), zap.String("actor", actor), zap.String("code", string(f.Code)),
		zap.String("required_scope", string(scope)), zap.String("method", c.Request.Method),
		zap.String("route", documentPath(c.FullPath())),
		zap.String("network", loggedNetwork(q.address)), zap.Bool("more_are_not_logged", last))
}

// refusedActor is whose refusal with the code has a line, or "".
func (q *request) refusedActor(r *http.Request, code fault.Code) string {
	p := q.caller
	if p == nil {
		p = q.refused
	}
	switch {
	case code == fault.Forbidden && p != nil && (p.IsStaff() || p.KeyID != ""):
		return p.Actor()
	case code == fault.Unauthenticated && auth.IsKey(bearer(r)):
		return "key of " + loggedNetwork(q.address)
	}
	return ""
}
