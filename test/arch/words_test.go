package arch

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
	"unicode"
)

var wordRules = []rule{
	{
		name: "platform uses no word of a domain",
		reason: "a module's codes, settings and messages stand in the module, which registers them: a platform that names them must change " +
			"with every module",
		check: platformWords,
		breaks: map[string]string{
			"modules/sales/a.go": "package sales",
			"platform/x/x.go": "package x\nconst cartToken = 1\nconst header = \"X-Cart-Token\"\nconst order = \"ORDER BY id\"\nvar " +
				"message = \"too many orders\"\nfunc ListSales() {}",
			"platform/x/x_test.go":     "package x\nconst voucher = 1",
			"platform/auth/auth.go":    "package auth\nconst RoleCustomer = \"customer\"",
			"modules/sales/voucher.go": "package sales\nconst voucher = 1",
		},
		want: []string{"x.go:2: cart", "x.go:3: cart", "x.go:5: orders", "x.go:6: sales"},
	},
}

// domainWords are the nouns of the modules; their names are read from the disk. "order" alone is
// not among them, for it is a sequence too (ORDER BY): "orders" and "reorder" are.
var domainWords = []string{
	"brand", "cart", "category", "checkout", "coupon", "customer", "invoice", "notification", "orders", "payment",
	"product", "promotion", "recipient", "refund", "reorder", "retail", "review", "shipment", "sku", "slug", "stock",
	"variant", "voucher", "wishlist",
}

// wordExceptions are domain words that mean something else in a package, with the reason.
var wordExceptions = map[[2]string]string{
	{"platform/auth", "customer"}:         "a role of access tokens, beside admin",
	{"platform/httpapi", "webhooks"}:      "a section of OpenAPI documents, of requests that a service sends",
	{"platform/httpapi", "media"}:         "of a body: its media type (RFC 9110, 8.3.1)",
	{"platform/fault", "media"}:           "a code of httpapi: unsupported_media_type",
	{"platform/docs/reference", "media"}:  "of a response: its media type",
	{"platform/mailbox", "media"}:         "of a mail: its media type (RFC 2045, 5)",
	{"platform/database", "notification"}: "what PostgreSQL calls the message of a NOTIFY",
	{"platform/mailbox", "recipient"}:     "of an envelope (RFC 5321)",
	{"platform/httpapi", "shop"}:          "the domain of an example: https://shop.example",
	{"platform/money", "vat"}:             "the tax, and the form of the ids of those who owe it",
	{"platform/password", "shop"}:         "in what people read: where they log in",
}

func platformWords(t *tree) []string {
	words := append(t.domains(), domainWords...)
	var found []string
	for _, f := range t.product() {
		if !strings.HasPrefix(f.path, "platform/") {
			continue
		}
		look := func(text string, n ast.Node) {
			for _, w := range splitWords(text) {
				word := wordIn(words, w)
				if word == "" || wordExceptions[[2]string{f.dir, word}] != "" {
					continue
				}
				if violation := fmt.Sprintf("%s: %s in %q", t.at(n), w, text); !slices.Contains(found, violation) {
					found = append(found, violation)
				}
			}
		}
		f.literals(look)
		ast.Inspect(f.File, func(n ast.Node) bool {
			if i, ok := n.(*ast.Ident); ok {
				look(i.Name, i)
			}
			return true
		})
	}
	slices.Sort(found)
	return found
}

// wordIn is the word of the list that w is, or that it is the plural of.
func wordIn(words []string, w string) string {
	for _, form := range []string{w, strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "ies") + "y"} {
		if slices.Contains(words, form) {
			return form
		}
	}
	return ""
}

// splitWords are the words of a text, in lower case: those of "VoucherDays" are voucher and days.
func splitWords(text string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	for _, r := range text {
		last := len(word) - 1
		switch {
		case !unicode.IsLetter(r):
			end()
			continue
		case unicode.IsUpper(r) && last >= 0 && unicode.IsLower(word[last]):
			end()
		// The last capital begins a word: SKUTaken.
		case unicode.IsLower(r) && last > 0 && unicode.IsUpper(word[last]):
			first := word[last]
			word = word[:last]
			end()
			word = []rune{first}
		}
		word = append(word, r)
	}
	end()
	return words
}
