package tracing

import "net/http"

// Transport makes a span of every request to another service, and sends the trace along. Outside of a trace it is base.
func Transport(base http.RoundTripper) http.RoundTripper { return transport{base} }

type transport struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper. The span has the host, not the path: that may hold what only the other service should know.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, span := Start(req.Context(), Client, req.Method+" "+req.URL.Host)
	parent := Traceparent(ctx)
	if parent == "" {
		return t.base.RoundTrip(req)
	}
	req = req.Clone(ctx) // a RoundTripper does not change its request
	req.Header.Set("Traceparent", parent)
	answer, err := t.base.RoundTrip(req)
	if err == nil {
		span.SetInt("http.response.status_code", answer.StatusCode)
	}
	span.End(err)
	return answer, err
}
