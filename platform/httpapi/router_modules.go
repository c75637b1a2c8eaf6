package httpapi

import (
	"orderd/platform/fault"
)

// Route is the place of an operation, and the module that registered it.
type Route struct {
	Method string `json:"method"`
	Path   string `json:"path"` // in the form of the document: /v1/users/{id}
	Module string `json:"module"`
}

// registration is whose operations are being registered.
type registration struct {
	module    string
	elsewhere bool // another process runs the module
}

// RegisterModule registers the operations of a module. Those of a module that does not run here
// are in the document like all others, and a request for one is answered with 421: it went to the
// wrong process (RFC 9110, 15.5.20).
func (r *Router) RegisterModule(name string, runs bool, routes func(*Router)) {
	r.registering = registration{module: name, elsewhere: !runs}
	defer func() { r.registering = registration{} }()
	routes(r)
}

// Routes returns the places of all operations, in the order in which they were registered.
func (r *Router) Routes() []Route {
	all := make([]Route, len(r.operations))
	for i, o := range r.operations {
		all[i] = Route{Method: o.op.Method, Path: o.op.Path, Module: o.owner.module}
	}
	return all
}

// misdirected is the fault of a request for a module that does not run here.
func misdirected() error {
	return fault.New(fault.Misdirected, "Another process of the service answers at this path.")
}
