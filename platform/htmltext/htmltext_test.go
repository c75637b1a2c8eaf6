package htmltext_test

import (
	"strings"
	"testing"

	"orderd/platform/htmltext"
)

func TestText(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"":                                      "",
		" Plain\ntext ":                         "Plain\ntext",
		"5 < 6 &amp; 7":                         "5 < 6 & 7",
		"<p>One</p>\n<p>Two":                    "One\nTwo",
		"<p>One<br/>two   three\n four</p>":     "One\ntwo three four",
		"<ul><li>Red</li><li>Blue</ul>After":    "- Red\n- Blue\nAfter",
		"First\n\n<strong>bold</strong> second": "First\nbold second",
		"<script>alert('x')</script>A<style>p{}</style>B":   "AB",
		"<p onclick=\"x()\">A&nbsp;b &lt;script&gt;</p>":    "A b <script>",
		"<table><tr><td>Size</td><td>M</td></tr></table>":   "Size M",
		"<!-- no --><meta charset=\"utf-8\"><div>yes</div>": "yes",
		"<script>never ends":                                "",
		"a<b":                                               "a",
		strings.Repeat("<div>", 50_000) + "deep":            "deep",
	} {
		if got := htmltext.Text(source); got != want {
			t.Errorf("%.60q is %q, want %q", source, got, want)
		}
	}
}
