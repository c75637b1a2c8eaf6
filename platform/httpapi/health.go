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

// readyFor is how long an answer of Options.Ready stands, so that probes can't wear out the database; readyTime is how long it may take.
const (
	readyFor  = time.Second
	readyTime = 3 * time.Second
)

var healthy = []byte(`{"status":"ok"}`)

// mountHealth registers /healthz, which is well while the process answers, and /readyz, which asks the rest.
func (r *Router) mountHealth() {
	r.engine.GET("/healthz", func(c *gin.Context) { write(c, http.StatusOK, jsonType, healthy) })
	var p readiness
	r.engine.GET("/readyz", func(c *gin.Context) {
		if err := p.ask(r); err != nil {
			r.fail(c, err)
			return
		}
		write(c, http.StatusOK, jsonType, healthy)
	})
}

// readiness is the last answer of Options.Ready.
type readiness struct {
	mu    sync.Mutex
	asked time.Time
	err   error
}

func (p *readiness) ask(r *Router) error {
	if r.draining.Err() != nil {
		return fault.New(fault.Unavailable, "The service is shutting down.")
	}
	if r.ready == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := clock.System().Now(); p.asked.IsZero() || now.Sub(p.asked) > readyFor {
		ctx, cancel := context.WithTimeout(context.Background(), readyTime)
		defer cancel()
		if p.err = r.ready(ctx); p.err != nil {
			p.err = fault.New(fault.Unavailable, "The service is not ready.").Because(p.err)
		}
		p.asked = clock.System().Now()
	}
	return p.err
}
