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
	{"errors", "Handling errors", "What every failure looks like, and which can be tried again."},
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

// beside are the guides as links.
func beside() []docs.Link {
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
	return docs.Page{Title: "Guides", Body: docs.HTML("<h1>Guides</h1>\n<p class=\"lead\">For whoever builds a storefront on the service. The calls are tested against it.</p>\n" + cards(links))}
}
