package app

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"

	"orderd/modules/storefront"
	"orderd/platform/httpapi"
)

// mountStorefront serves the shop's pages at /, unless the configuration turns them off. They ask
// the interface of this process, or the one that storefront.api names: a process that runs some
// modules alone can't answer what pages ask.
func (a *App) mountStorefront(secrets secrets) error {
	c := a.config
	if !c.ServesStorefront() {
		return nil
	}
	deps := storefront.Deps{
		API: engineTransport{a.router.Handler()}, Address: a.router.ClientAddress, Clock: a.clock,
		Log: a.log.Named("storefront"), PublicURL: c.HTTP.PublicURL, Secret: secrets.ring, Streams: c.Storefront.API == "",
		StaffOrigin: c.Auth.StaffOrigin,
	}
	if c.Storefront.API != "" {
		deps.APIURL = c.Storefront.API
		deps.API = newNetworkTransport(c.Storefront.APIURL(), c.Storefront.Key.Reveal(), deps.Log)
	}
	if c.Runs("backoffice") {
		deps.Admin, deps.Dev = c.Auth.StaffOrigin+"/admin", c.Dev
	}
	pages, err := newPages(c, deps)
	if err != nil {
		return err
	}
	a.router.MountSite(awayFrom(c.OwnStaffHost(), pages))
	return nil
}

// awayFrom keeps the shop's pages off the host of the staff's pages: what went wrong in a page of
// the shop would be at their origin. "" is no host.
func awayFrom(staff string, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case staff == "" || !strings.EqualFold(r.Host, staff):
			pages.ServeHTTP(w, r)
		case r.URL.Path == "/":
			http.Redirect(w, r, "/admin/", http.StatusSeeOther)
		default:
			http.NotFound(w, r)
		}
	})
}

// shopURL is where the pages are; "" when they are turned off.
func (a *App) shopURL() string {
	if !a.config.Storefront.Enabled {
		return ""
	}
	return a.config.HTTP.PublicURL
}

// engineTransport answers the storefront's requests with the interface of this process, as if each
// had come from the visitor. It stands in for a network: the storefront can't tell them apart.
type engineTransport struct{ handler http.Handler }

// visitorHeader is that of a storefront's key, which a process of its own would send. Within one
// process nothing has to be proved.
const visitorHeader = "X-Visitor-Address"

// errCutOff is the error of an answer that broke off half-way, as a connection would.
var errCutOff = errors.New("the answer was cut off")

// RoundTrip answers the request.
func (t engineTransport) RoundTrip(req *http.Request) (res *http.Response, err error) {
	ctx, visitor := req.Context(), req.Header.Get(visitorHeader)
	if visitor == "" {
		ctx, visitor = httpapi.ForNoVisitor(ctx), "127.0.0.1"
	}
	inner, target := req.WithContext(ctx), *req.URL
	inner.URL, inner.RequestURI = &target, target.RequestURI()
	inner.RemoteAddr = net.JoinHostPort(visitor, "0")
	inner.Header = maps.Clone(req.Header)
	inner.Header.Del(visitorHeader)
	if inner.Body == nil {
		inner.Body = http.NoBody
	}
	answer := &recordedAnswer{header: http.Header{}, status: http.StatusOK}
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			res, err = nil, errCutOff
		default:
			panic(v)
		}
	}()
	t.handler.ServeHTTP(answer, inner)
	return &http.Response{
		StatusCode: answer.status, Header: answer.header, Body: io.NopCloser(&answer.body), Request: req,
		ProtoMajor: 1, ProtoMinor: 1, ContentLength: int64(answer.body.Len()),
	}, nil
}

// recordedAnswer keeps what a handler writes.
type recordedAnswer struct {
	header  http.Header
	status  int
	written bool
	body    bytes.Buffer
}

// Header is the answer's.
func (r *recordedAnswer) Header() http.Header { return r.header }

// WriteHeader keeps the first status.
func (r *recordedAnswer) WriteHeader(status int) {
	if !r.written {
		r.status, r.written = status, true
	}
}

// Write keeps the bytes.
func (r *recordedAnswer) Write(b []byte) (int, error) {
	r.written = true
	return r.body.Write(b)
}
