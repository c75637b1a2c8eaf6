package sites

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
)

// handler passes a request to the site of its path. Nothing passes while Quietly runs.
func (w *World) handler() http.Handler {
	pass := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetXForwarded()
			r.Out.Host = r.In.Host
		},
		Transport: w,
	}
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w.open.RLock()
		defer w.open.RUnlock()
		if w.Mailbox != nil && r.URL.Path == "/dev/mail.json" {
			w.Mailbox.ServeHTTP(out, r)
			return
		}
		pass.ServeHTTP(out, r)
	})
}

// RoundTrip sends a request to a replica of its site. As the proxy of deployments does, it sends it
// to the next one when it reached none, or broke off and is safe to repeat.
func (w *World) RoundTrip(r *http.Request) (answer *http.Response, err error) {
	var body []byte
	if r.Body != nil {
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	site := w.Of(r.URL.Path)
	for range site.Replicas {
		attempt := r.Clone(r.Context())
		attempt.Body = io.NopCloser(bytes.NewReader(body))
		replica, invalid := url.Parse(site.next())
		if invalid != nil {
			return nil, invalid
		}
		attempt.URL.Scheme, attempt.URL.Host = replica.Scheme, replica.Host
		if answer, err = w.transport.RoundTrip(attempt); err == nil || !repeatable(r, err) {
			return answer, err
		}
	}
	return nil, err
}

// repeatable reports whether a request that failed may be sent to another replica.
func repeatable(r *http.Request, failed error) bool {
	dial, _ := errors.AsType[*net.OpError](failed)
	return dial != nil && dial.Op == "dial" || r.Method == http.MethodGet || r.Header.Get("Idempotency-Key") != ""
}

// replicaTurn chooses the replicas of a site in turn.
type replicaTurn struct{ n atomic.Uint64 }

func (s *Site) next() string {
	return s.Replicas[s.turn.n.Add(1)%uint64(len(s.Replicas))].Base
}

// Quietly runs do while no request is under way; those that come meanwhile wait. A stream that is
// open keeps it from beginning.
func (w *World) Quietly(do func()) {
	w.open.Lock()
	defer w.open.Unlock()
	do()
	w.transport.CloseIdleConnections()
}
