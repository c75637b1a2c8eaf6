package manual

import (
	"embed"

	"orderd/platform/docs"
)

//go:embed guides
var guideTexts embed.FS

// guide is a page of /docs/guides.
type guide struct{ name, title, summary string }

// guides are in the order in which they are read.
var guides = []guide{
	{"getting-started", "Getting started", "From nothing to an order in an hour, with curl."},
	{"tokens", "Tokens and refresh", "Logging in, staying logged in, logging out."},
	{"staff", "Signing in as staff", "Second factors, recovery codes, and proving again that it is you."},
	{"moving", "Bringing customers along",
		"For the owner: the customers of another shop, who become accounts without a mail."},
	{"statements", "Bank statements",
		"For the staff: what a statement is, what it pays by itself, and what is left to decide."},
	{"vat", "VAT, invoices and returns in the EU",
		"For the owner: what the service does by itself, what you decide, and what an adviser confirms."},
	{"price-plans", "Prices by date",
		"For the staff: sales and price changes that begin and end by themselves, and what they leave alone."},
	{"carts", "Guest carts and merging", "A cart without an account, and what becomes of it at login."},
	{"guests", "A guest's day",
		"An order without an account: its token, the look-up, and what becomes of it with an account."},
	{"checkout", "Checkout and its conflicts", "Asking for the total, ordering, and what to do about each 409."},
	{"idempotency", "Idempotency", "Sending a request again without doing it twice."},
	{"stream", "The notification stream", "Notifications as they happen, without losing one."},
	{"errors", "Handling errors", "What every failure looks like, and which can be tried again."},
	{"limits", "Limits behind a server-side storefront", "Rate limits, and whose address counts."},
	{"storefront", "Build a storefront",
		"Calls and cookies, sessions, pictures, forms, caches and static builds, with a sample that is tested."},
	{"themes", "Themes", "The looks of the shop's own pages: blocks, styles, texts and files in place of theirs."},
	{"integrator", "An integrator's first hour",
		"A key, an endpoint, signatures, the feed and a replay, for programs of the shop."},
	{"events", "Events", "For operators: what the service records, what it promises, what to do when it sticks."},
	{"growing", "Growing", "For operators: one file, one PostgreSQL, replicas, standbys, sites: which step when."},
}

// Guides are the names of the guides, in the order in which they are read.
func Guides() []string {
	names := make([]string, len(guides))
	for i, g := range guides {
		names[i] = g.name
	}
	return names
}

func (g guide) path() string { return "/docs/guides/" + g.name }

// text is the guide's Markdown, which is part of the binary.
func (g guide) text() string {
	text, err := guideTexts.ReadFile("guides/" + g.name + ".md")
	if err != nil {
		panic("manual: " + err.Error())
	}
	return string(text)
}

// sideLinks are the guides as links.
func sideLinks() []docs.Link {
	links := make([]docs.Link, len(guides))
	for i, g := range guides {
		links[i] = docs.Link{Path: g.path(), Text: g.title}
	}
	return links
}

func guideList() docs.Page {
	links := make([]link, len(guides))
	for i, g := range guides {
		links[i] = link{path: g.path(), title: g.title, text: g.summary}
	}
	return docs.Page{Title: "Guides",
		Body: docs.HTML("<h1>Guides</h1>\n<p class=\"lead\">For whoever builds a storefront on the service. The calls are " +
			"tested against it.</p>\n" + cards(links))}
}
