package arch

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

const uiSource = "modules/backoffice/ui/src/"

// A key of a text begins with the folder that it belongs to: 'orders.ship.title', or the same as
// the beginning of a template. Some components take a key's beginning alone.
var textKey = regexp.MustCompile("['\"`]([a-z]+)\\.([\\w.-]*)|\\b(?:prefix|text|kind|refusals)=\"([a-z]+)\"")

var textRules = []rule{
	{
		name:   "a page of the back office has its own texts",
		reason: "whoever changes a label changes no stranger's: give the page its own, or take one that all share from ui/texts",
		check: func(t *tree) []string {
			var found []string
			owners := t.textFolders()
			for _, p := range t.paths {
				name, isSource := strings.CutPrefix(p, uiSource)
				if !isSource || !strings.HasPrefix(path.Ext(p), ".ts") {
					continue
				}
				text, err := fs.ReadFile(t.texts, p)
				if err != nil {
					return []string{err.Error()}
				}
				folder, _, _ := strings.Cut(name, "/")
				for i, line := range strings.Split(string(text), "\n") {
					for _, m := range textKey.FindAllStringSubmatch(line, -1) {
						owner := m[1] + m[3]
						isMenu := folder == "layout" && strings.HasSuffix(m[2], "title") // it names pages as they do
						if slices.Contains(owners, owner) && owner != folder && owner != "ui" && !isMenu {
							found = append(found, fmt.Sprintf("%s:%d: %s is not of %s", p, i+1, strings.Trim(m[0], "'\"`"), folder))
						}
					}
				}
			}
			return found
		},
		breaks: map[string]string{
			uiSource + "orders/texts.en.ts": "", uiSource + "stock/texts.en.ts": "", uiSource + "ui/texts.en.ts": "",
			uiSource + "orders/OrderList.tsx": "t('orders.title') + t('ui.save') + t('stock.sku')\nt(`stock.reasons.${r}`)\n" +
				"import x from '../stock/x'; saveFile('orders.csv')\n<Status kind=\"stock\" /> <Facts prefix=\"orders\" />",
			uiSource + "layout/pages.tsx": "{ text: 'orders.title' }, { text: 'orders.none' }",
			uiSource + "ui/Rows.tsx":      "translate('stock.empty')",
			uiSource + "main.tsx":         "translate(\"orders.title\"); import.meta.glob('./*/texts.en.ts')",
		},
		want: []string{
			"pages.tsx:1: orders.none", "main.tsx:1: orders.title", "OrderList.tsx:1: stock.sku", "OrderList.tsx:2: stock.reasons.",
			"OrderList.tsx:4: kind=\"stock", "Rows.tsx:1: stock.empty",
		},
	},
	{
		name:   "texts of the back office are in both languages",
		reason: "the compiler compares two files of texts; where one is missing, it says nothing",
		check: func(t *tree) []string {
			var found []string
			for _, folder := range t.textFolders() {
				if german := uiSource + folder + "/texts.de.ts"; !slices.Contains(t.paths, german) {
					found = append(found, german+" is not there")
				}
			}
			return found
		},
		breaks: map[string]string{
			uiSource + "orders/texts.en.ts": "", uiSource + "orders/texts.de.ts": "", uiSource + "stock/texts.en.ts": "",
		},
		want: []string{"stock/texts.de.ts is not there"},
	},
}

// textFolders are the folders of the back office that have texts.
func (t *tree) textFolders() []string {
	var folders []string
	for _, p := range t.paths {
		name, isSource := strings.CutPrefix(p, uiSource)
		if folder, isTexts := strings.CutSuffix(name, "/texts.en.ts"); isSource && isTexts {
			folders = append(folders, folder)
		}
	}
	return folders
}
