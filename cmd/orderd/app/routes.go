package app

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"orderd/platform/httpapi"
)

func routesCommand() command {
	var asJSON, asRegexp bool
	return command{
		name: "routes", summary: "print method, path and module of each operation, for a proxy in front of several processes",
		noService: true, modules: true,
		detail: `With --modules it prints those of these modules. Rows are sorted by path and method.
With --regexp it prints one regular expression that matches all paths of the modules, so that a
proxy may choose the process by the path. A path whose methods belong to several modules counts to
that of its first method: a proxy in front of a process for each of them sends its other methods
elsewhere by a rule of its own.`,
		flags: func(fs *flag.FlagSet) {
			fs.BoolVar(&asJSON, "json", false, "as JSON: an array of objects with method, path and module")
			fs.BoolVar(&asRegexp, "regexp", false, "as one regular expression (nginx, Caddy, Traefik, HAProxy)")
		},
		run: func(ctx context.Context, c call) error {
			if asJSON && asRegexp {
				return usageError("routes: --json or --regexp")
			}
			return withEmptyService(ctx, c.config, func(a *App) error {
				all := sortedRoutes(a.router)
				routes := slices.DeleteFunc(slices.Clone(all), func(r httpapi.Route) bool { return !c.config.Runs(r.Module) })
				switch {
				case asJSON:
					return encodeRoutes(c.Out, routes)
				case asRegexp:
					_, err := fmt.Fprintln(c.Out, pathsPattern(ofFirstMethods(routes, all)))
					return err
				}
				return printRoutes(c.Out, routes)
			})
		},
	}
}

// sortedRoutes returns the routes of all modules, sorted by path and method.
func sortedRoutes(r *httpapi.Router) []httpapi.Route {
	return slices.SortedFunc(slices.Values(r.Routes()), func(a, b httpapi.Route) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method))
	})
}

// ofFirstMethods leaves out the routes whose path counts to the module of another method. all are
// sorted.
func ofFirstMethods(routes, all []httpapi.Route) []httpapi.Route {
	owner := map[string]string{}
	for _, r := range all {
		owner[r.Path] = cmp.Or(owner[r.Path], r.Module)
	}
	return slices.DeleteFunc(routes, func(r httpapi.Route) bool { return owner[r.Path] != r.Module })
}

func printRoutes(w io.Writer, routes []httpapi.Route) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range routes {
		fmt.Fprintf(t, "%s\t%s\t%s\n", r.Method, r.Path, r.Module)
	}
	return t.Flush()
}

func encodeRoutes(w io.Writer, routes []httpapi.Route) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(routes)
}

var pathParameter = regexp.MustCompile(`\\\{[^}]+\\\}`)

// pathsPattern returns a regular expression that matches the paths of the routes, each as a whole.
func pathsPattern(routes []httpapi.Route) string {
	var patterns []string
	for _, r := range routes {
		if p := pathParameter.ReplaceAllString(regexp.QuoteMeta(r.Path), "[^/]+"); !slices.Contains(patterns, p) {
			patterns = append(patterns, p)
		}
	}
	return "^(" + strings.Join(patterns, "|") + ")$"
}
