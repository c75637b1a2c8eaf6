// Package storefront is the shop at /: pages of HTML for buyers, made from the answers of the
// public interface below /v1 and from nothing else.
//
// It is an edge, not a domain. It has no tables and no events, imports no other module, and asks
// the interface through the http.RoundTripper that the composition root gives it: the engine itself
// in one process, or the network. Whatever it shows, everybody else can build on /v1 as well.
//
// A request goes this way: site.go finds the language and the page, page_*.go ask the interface
// (client.go) and fill a view, pages.go renders it with templates/ and words/ into a buffer. A page
// that shows nothing of a single visitor is kept whole (cache.go), and costs no call while nothing
// has changed. What a visitor has of their own (the token of a cart, a session, orders without an
// account) is sealed in one cookie (session.go). A form is sent with POST, and answered with a
// redirect to the page that shows what came of it, or with the page of the form and its faults.
//
// Parts of the pages are blocks (block.go): a theme, a folder of the owner's, may replace each of
// them, and styles, texts and files (theme*.go). samples.go answers in place of the interface, in
// every state of a shop, to check a theme and to test the pages.
package storefront
