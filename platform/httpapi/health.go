package httpapi

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"orderd/platform/clock"
	"orderd/platform/fault"
)

// readyFor is how long an answer of Options.Ready is used again, so that probes can't overload the
// database; readyTimeout is how long one may take.
const (
	readyFor     = time.Second
	readyTimeout = 3 * time.Second
)

var healthy = []byte(`{"status":"ok"}`)

// mountHealth registers /healthz, which is 200 while the process answers, and /readyz, which asks
// Options.Ready.
func (r *Router) mountHealth() {
	r.engine.GET("/healthz", func(c *gin.Context) { write(c, http.StatusOK, jsonType, healthy) })
	var p readiness
	r.engine.GET("/readyz", func(c *gin.Context) {
		if err := p.check(r); err != nil {
			r.fail(c, err)
			return
		}
		write(c, http.StatusOK, jsonType, healthy)
	})
}

// readiness is the last answer of Options.Ready.
type readiness struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

func (p *readiness) check(r *Router) error {
	if r.draining.Err() != nil {
		return fault.New(fault.Unavailable, "The service is shutting down.")
	}
	if r.ready == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := clock.System().Now(); p.at.IsZero() || now.Sub(p.at) > readyFor {
		ctx, cancel := context.WithTimeout(context.Background(), readyTimeout)
		defer cancel()
		if p.err = r.ready(ctx); p.err != nil {
			p.err = fault.New(fault.Unavailable, "The service is not ready.").WithCause(p.err)
		}
		p.at = clock.System().Now()
	}
	return p.err
}
