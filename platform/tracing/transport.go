package tracing

import "net/http"

// Transport returns a RoundTripper that makes a span for every request to another service and sends
// the traceparent with it. Outside of a trace it does what base does.
func Transport(base http.RoundTripper) http.RoundTripper { return spanTransport{base} }

type spanTransport struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper. The span has the host but not the path, which may hold
// data that only the other service should know.
func (t spanTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, span := Start(req.Context(), Client, req.Method+" "+req.URL.Host)
	parent := Traceparent(ctx)
	if parent == "" {
		return t.base.RoundTrip(req)
	}
	req = req.Clone(ctx) // a RoundTripper must not change its request
	req.Header.Set("Traceparent", parent)
	resp, err := t.base.RoundTrip(req)
	if err == nil {
		span.SetInt("http.response.status_code", resp.StatusCode)
	}
	span.End(err)
	return resp, err
}
