package manual

import (
	"fmt"
	"slices"
	"strings"

	"orderd/platform/docs"
)

// ServiceName is how the documentation calls the service.
const ServiceName = "Order Service"

// Service is what the page at /docs/ says of the service that runs.
type Service struct {
	PublicURL string
	Dev       bool
	Version   string // shown in dev mode alone
	Mailbox   bool   // whether /dev/mail is there
	// BackOffice is whether the pages of the staff are there, Shop whether those of the shop are.
	BackOffice, Shop bool
}

// link is an entry of the page at /docs/, and a member of its JSON.
type link struct{ name, path, title, text string }

func (s Service) links() []link {
	links := []link{
		{name: "docs", path: "/docs", title: "Store API",
			text: "Every operation of a storefront: fields, errors, examples, to be tried out."},
		{name: "adminDocs", path: "/docs/admin", title: "Administration API", text: "What the people who run the shop do."},
		{name: "guides", path: "/docs/guides", title: "Guides",
			text: "The first hour, tokens, carts, checkout, idempotency and more."},
		{name: "errors", path: "/docs/errors", title: "Errors", text: "Every error code: what it means and what to do."},
		{name: "changelog", path: "/docs/changelog", title: "Changelog", text: "What changes for clients, with dates."},
		{name: "openapi", path: "/openapi.json", title: "openapi.json",
			text: "The OpenAPI 3.1 document, to make clients from."},
		{name: "health", path: "/healthz", title: "Health", text: "Whether the process answers."},
		{name: "ready", path: "/readyz", title: "Readiness", text: "Whether requests may come."},
	}
	if s.BackOffice {
		links = slices.Insert(links, 0, link{
			name: "admin", path: "/admin", title: "Back office",
			text: "Orders, goods, customers and staff: the pages of those who run the shop.",
		})
	}
	if s.Shop {
		links = slices.Insert(links, 0, link{
			name: "shop", path: "/", title: "Shop", text: "What customers see: pages that are made of the API alone.",
		})
	}
	if s.Mailbox {
		links = append(links, link{
			name: "mail", path: "/dev/mail", title: "Mailbox", text: "The mails of dev mode. None leaves this machine.",
		})
	}
	return links
}

// json are the links for programs, by name.
func (s Service) json() map[string]string {
	all := map[string]string{"name": ServiceName}
	for _, l := range s.links() {
		all[l.name] = l.path
	}
	return all
}

func (s Service) page() docs.Page {
	var b strings.Builder
	fmt.Fprintf(&b,
		"<h1>%s</h1>\n<p class=\"lead\">The backend of a shop: catalogue, carts, checkout, orders, payments, accounts and "+
			"mail behind one HTTP interface.</p>\n", ServiceName)
	if s.Dev {
		fmt.Fprintf(&b, "<p><span class=\"badge\">dev mode</span> <span class=\"badge\">orderd %s</span></p>\n",
			docs.Escape(s.Version))
	}
	b.WriteString(cards(s.links()))
	return docs.Page{Title: "Start", Body: docs.HTML(b.String())}
}

// cards is a list of links with a line on each.
func cards(links []link) string {
	var b strings.Builder
	b.WriteString("<ul class=\"cards\">\n")
	for _, l := range links {
		fmt.Fprintf(&b, "<li><a href=\"%s\"><strong>%s</strong><span>%s</span></a></li>\n", l.path, docs.Escape(l.title),
			docs.Escape(l.text))
	}
	b.WriteString("</ul>\n")
	return b.String()
}
