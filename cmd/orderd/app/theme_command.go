package app

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"text/tabwriter"

	"orderd/cmd/orderd/settings"
	"orderd/modules/storefront"
	"orderd/platform/config"
	"orderd/platform/module"
)

// mostThemeBlocks is how many blocks one command line may name.
const mostThemeBlocks = 100

func themeNewCommand() command {
	return command{
		name: "theme new", args: "DIR [BLOCK…]", nargs: 1 + mostThemeBlocks, optional: true,
		summary: "make a theme of the shop's pages in a folder, or copy blocks into it",
		detail: "A theme replaces single blocks, styles, texts and files of the pages at /; storefront.theme_dir names its " +
			"folder, and /docs/guides/themes describes it. No file that is there is written over. The blocks are:\n\n" +
			themeBlocks(),
		noConfig: true, noService: true,
		run: func(_ context.Context, c call) error {
			if len(c.args) == 0 {
				return usageError("theme new: a folder is missing; usage: orderd theme new DIR [BLOCK…]")
			}
			theme := storefront.Config{ThemeDir: c.args[0]}
			for _, name := range c.args[1:] {
				if !theme.HasBlock(name) {
					return usageError("theme new: there is no block %q; usage: orderd theme new DIR [BLOCK…], and "+
						"orderd theme new --help lists them", name)
				}
			}
			written, err := theme.NewTheme(c.args[1:])
			for _, file := range written {
				fmt.Fprintln(c.Out, file)
			}
			if err != nil {
				return fmt.Errorf("theme new: %w", err)
			}
			return nil
		},
	}
}

// themeBlocks lists the blocks for the help.
func themeBlocks() string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, block := range (storefront.Config{}).Blocks() {
		fmt.Fprintf(table, "  %s\t%s\n", block[0], block[2])
	}
	_ = table.Flush() // to a text
	return strings.TrimSuffix(b.String(), "\n")
}

func themeCheckCommand() command {
	return command{
		name: "theme check", args: "DIR", nargs: 1,
		summary: "render every page with a theme, and say what is wrong or out of date",
		detail: `It renders every page in every state of a shop, such as an empty one, a product of 200 variants
and a text of 20 000 characters, for guests, customers and wholesale customers, in every language.
It needs neither a configuration nor a database. The exit code is 1 when something is wrong, each
with its file and line; what is out of date after an update is listed, and is no error.`,
		noConfig: true, noService: true,
		run: func(ctx context.Context, c call) error {
			if err := (storefront.Config{ThemeDir: c.args[0]}).CheckTheme(ctx, c.Out); err != nil {
				return fmt.Errorf("theme check: %w", err)
			}
			return nil
		},
	}
}

// themeOf is what the configuration says of the pages.
func themeOf(c settings.Config) storefront.Config {
	if !c.Storefront.Enabled {
		return storefront.Config{}
	}
	return storefront.Config{ThemeDir: c.Storefront.ThemeDir}
}

// newPages makes the shop's pages with the theme of the configuration, whose faults it returns as
// those of the configuration.
func newPages(c settings.Config, d storefront.Deps) (http.Handler, error) {
	d.Config = storefront.Config{ThemeDir: c.Storefront.ThemeDir}
	pages, err := storefront.New(d)
	if err == nil {
		return pages, nil
	}
	if faults := validTheme(c); faults != nil {
		return nil, faults
	}
	return nil, err
}

// validTheme returns the faults of the theme as those of the configuration.
func validTheme(c settings.Config) error {
	faults, _ := themeOf(c).ThemeFaults()
	if len(faults) == 0 {
		return nil
	}
	var all config.Faults
	for _, fault := range faults {
		all = append(all, "storefront.theme_dir: "+fault)
	}
	return all
}

// checkTheme looks at the theme for doctor.
func checkTheme(c settings.Config) (findings []module.Finding) {
	if themeOf(c).ThemeDir == "" {
		return nil
	}
	const subject = "storefront.theme_dir"
	todo := "run `orderd theme check " + c.Storefront.ThemeDir + "` and correct the theme"
	faults, notes := themeOf(c).ThemeFaults()
	for _, fault := range faults {
		findings = append(findings, module.Finding{
			Level: module.Error, Code: "theme_invalid", Subject: subject, Found: fault, Todo: todo,
		})
	}
	for _, note := range notes {
		findings = append(findings, module.Finding{
			Level: module.Warning, Code: "theme_doubtful", Subject: subject, Found: note, Todo: todo,
		})
	}
	if len(findings) == 0 {
		findings = append(findings, module.Finding{
			Level: module.OK, Code: "theme_ok", Subject: subject, Found: "the theme is valid",
		})
	}
	return findings
}

// themeNotes is what the owner should know of the theme, as warnings of the configuration.
func themeNotes(c settings.Config) (warnings []string) {
	_, notes := themeOf(c).ThemeFaults()
	for _, note := range notes {
		warnings = append(warnings, "storefront.theme_dir: "+note)
	}
	return warnings
}
