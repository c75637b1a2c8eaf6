package app

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"orderd/cmd/orderd/settings"
	"orderd/platform/auth"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/httpapi"
	"orderd/platform/module"
	"orderd/test/kit"
)

// splits are divisions of the modules into two processes with a database each.
var splits = [][2]string{
	{"identity,catalog,ordering,recipients,wholesale,backoffice", "payments,mailer,notifications,loyalty,reviews"},
	{"-payments,-mailer,-notifications,-catalog", "payments,mailer,notifications,catalog"},
}

// siteEnviron returns the variables of a process with some of the modules, on an empty database of
// its own.
func siteEnviron(t *testing.T, dialect, modules string) []string {
	t.Helper()
	keys := filepath.Join(t.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(keys); err != nil {
		t.Fatal(err)
	}
	return append(testEnviron(t, dialect), "ORDERD_MODULES="+modules, "ORDERD_AUTH_KEYS_FILE="+keys,
		"ORDERD_AUTH_SECRET="+strings.Repeat("s", 32),
		"ORDERD_HTTP_PUBLIC_URL=http://localhost:8080", "ORDERD_LIMITS_ENABLED=false")
}

// The configuration knows the modules of the composition root, in their order.
func TestModuleNames(t *testing.T) {
	t.Parallel()
	s := started(t, kit.Dialects[0])
	if names := s.moduleNames(); !slices.Equal(names, settings.ModuleNames()) {
		t.Errorf("the modules are %v, their names in the configuration %v", names, settings.ModuleNames())
	}
}

func TestEachModuleRunsAlone(t *testing.T) {
	t.Parallel()
	for _, name := range settings.ModuleNames() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireOnly(t, siteEnviron(t, kit.Dialects[0], name), modulesOf(name))
		})
	}
}

func TestSplitsRun(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		for _, modules := range slices.Concat(splits[0][:], splits[1][:]) {
			t.Run(modules, func(t *testing.T) {
				t.Parallel()
				requireOnly(t, siteEnviron(t, dialect, modules), modulesOf(modules))
			})
		}
	})
}

// modulesOf are the modules that run with a list.
func modulesOf(list string) []string {
	c := settings.Config{Modules: strings.Split(list, ",")}
	return slices.DeleteFunc(settings.ModuleNames(), func(name string) bool { return !c.Runs(name) })
}

// requireOnly starts a process and requires that it runs these modules and nothing of the others,
// and has the whole document.
func requireOnly(t *testing.T, environ, modules []string) {
	t.Helper()
	s := startedWith(t, environ)
	if status, body := get(t, s.api+"/readyz"); status != http.StatusOK {
		t.Errorf("readyz: %d %s", status, body)
	}
	if names := s.moduleNames(); !slices.Equal(names, modules) {
		t.Errorf("it runs %v, want %v", names, modules)
	}
	for _, r := range s.router.Routes() {
		s.requireOwner(t, r, slices.Contains(modules, r.Module))
	}
	for _, consumer := range s.bus.Consumers() {
		if owner, _, _ := strings.Cut(consumer, "."); !slices.Contains(modules, owner) {
			t.Errorf("the consumer %s is registered", consumer)
		}
	}
	s.requireOwnTables(t)
	if unserved, err := eventbus.UnservedSubscriptions(t.Context(), s.db); err != nil || len(unserved) > 0 {
		t.Errorf("subscriptions without a handler: %v %v", unserved, err)
	}
	_, metrics := get(t, s.ops+"/metrics")
	if mail := strings.Contains(metrics, "orderd_mail_letters{"); mail != slices.Contains(modules, "mailer") {
		t.Errorf("the mailer's metrics: %v", mail)
	}
	for _, name := range settings.ModuleNames() {
		if strings.Contains(metrics, `consumer="`+name+`.`) && !slices.Contains(modules, name) {
			t.Errorf("there are metrics of %s", name)
		}
	}
	whole := orderd(t, environ, "openapi", "--json").require(t, 0, `^{`).out
	if _, document := get(t, s.api+"/openapi.json"); document != whole {
		t.Errorf("the document has %d bytes, that of the whole service %d", len(document), len(whole))
	}
}

// requireOwner requires that a request for another process's operation is answered with 421, and
// one for an operation of this process is not.
func (s *service) requireOwner(t *testing.T, r httpapi.Route, own bool) {
	t.Helper()
	answer := httptest.NewRecorder()
	s.router.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), r.Method, "http://localhost"+samplePath(r.Path), nil))
	if own && (answer.Code == http.StatusMisdirectedRequest || answer.Code >= 500) || !own && answer.Code != http.StatusMisdirectedRequest {
		t.Errorf("%s %s of %s: %d %s", r.Method, r.Path, r.Module, answer.Code, answer.Body)
	}
	if code := `"code":"misdirected_request"`; !own && !strings.Contains(answer.Body.String(), code) {
		t.Errorf("%s %s: no %s in %s", r.Method, r.Path, code, answer.Body)
	}
}

// samplePath returns a path of a route, with ids for its parameters.
func samplePath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = "01a1f9cb-ff88-7306-b493-a46ac63c560b"
		}
	}
	return strings.Join(parts, "/")
}

// requireOwnTables requires that the database has the migrations of the process's modules and of
// no others.
func (s *service) requireOwnTables(t *testing.T) {
	t.Helper()
	for _, m := range slices.Concat(s.modules, s.others) {
		if m.Migrations == nil {
			continue
		}
		migrated, err := database.IsMigrated(t.Context(), s.db, database.Migrations{Name: m.Name, FS: m.Migrations})
		if runs := slices.ContainsFunc(s.modules, func(own module.Module) bool { return own.Name == m.Name }); err != nil || migrated != runs {
			t.Errorf("the migrations of %s have run: %v %v", m.Name, migrated, err)
		}
	}
}

// A database whose process no longer runs a module keeps its queues: they are named, until an
// operator removes them.
func TestModuleMovedOut(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		environ := siteEnviron(t, dialect, "")
		orderd(t, environ, "migrate").require(t, 0, "the schema is current")
		environ = append(environ, "ORDERD_MODULES=-payments")
		s := startedWith(t, environ)
		unserved, err := eventbus.UnservedSubscriptions(t.Context(), s.db)
		if err != nil || len(unserved) == 0 || slices.ContainsFunc(unserved, func(u eventbus.UnservedSubscription) bool {
			return !strings.HasPrefix(u.Consumer, "payments.")
		}) {
			t.Errorf("subscriptions without a handler: %v %v", unserved, err)
		}
		orderd(t, environ, "doctor").require(t, 0, `events_unserved +`+unserved[0].Consumer)
		for _, consumer := range slices.Compact(convert.All(unserved, func(u eventbus.UnservedSubscription) string { return u.Consumer })) {
			orderd(t, environ, "events", "remove", consumer).require(t, 0, "forgotten")
		}
		if r := orderd(t, environ, "doctor"); r.code != 0 || strings.Contains(r.out, "events_unserved") {
			t.Errorf("doctor: %d %s", r.code, r.out)
		}
	})
}

// Commands need the tables of their module.
func TestCommandsOfModulesElsewhere(t *testing.T) {
	t.Parallel()
	environ := siteEnviron(t, kit.Dialects[0], "-identity,-backoffice")
	orderd(t, environ, "migrate").require(t, 0, "the schema is current")
	orderd(t, environ, "admin", "create", "--email", "ops@example.com").
		require(t, 1, "admin create is a command of identity, which does not run here")
	orderd(t, environ, "events", "retry", "--all").require(t, 0, "0 deliveries are tried again")
	orderd(t, environ, "migrate", "--modules", "payment").require(t, 2, `modules: "payment" is not a module`)
	orderd(t, environ, "check-config", "--modules", "-payments").require(t, 0, `(?m)^modules: \[-payments\]$|^modules:\n +- -payments$`)
}

// The export of a user's data is whole, or it is refused.
func TestExportIsRefusedWithoutAModule(t *testing.T) {
	t.Parallel()
	s := startedWith(t, siteEnviron(t, kit.Dialects[0], "-reviews"))
	api := kit.NewAPI(s.api, nil)
	defer api.Close()
	login := api.Do(t, http.MethodPost, "/v1/auth/login", map[string]string{"email": s.config.Admin.Email,
		"password": s.config.Admin.Password.Reveal()}).Require(t, 200)
	refused := api.As(login.Text("accessToken")).Do(t, http.MethodGet, "/v1/users/me/export", nil).Require(t, http.StatusServiceUnavailable)
	if !strings.Contains(string(refused.Body), "reviews") {
		t.Errorf("%s", refused.Body)
	}
}

// routesOf is the table of `orderd routes`.
func routesOf(t *testing.T, args ...string) (routes []httpapi.Route) {
	t.Helper()
	out := orderd(t, nil, append([]string{"routes", "--json"}, args...)...).require(t, 0, `^\[`).out
	if err := json.Unmarshal([]byte(out), &routes); err != nil {
		t.Fatal(err)
	}
	return routes
}

// sharedPaths are the paths of several modules, with the methods that are not of the first one's
// module. The Caddyfile has a rule for each.
var sharedPaths = []string{"/v1/orders/{id}/payment POST ordering"}

// The table has all operations of the service in a stable order, each path in one module, but for
// sharedPaths.
func TestRoutes(t *testing.T) {
	t.Parallel()
	_, doc := readDocument(t)
	var want, got []string
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			want = append(want, path+" "+method)
		}
	}
	slices.Sort(want)
	owner := map[string]string{}
	var shared []string
	for _, r := range routesOf(t) {
		got = append(got, r.Path+" "+r.Method)
		if owner[r.Path] = cmp.Or(owner[r.Path], r.Module); owner[r.Path] != r.Module {
			shared = append(shared, r.Path+" "+r.Method+" "+r.Module)
		}
	}
	if !slices.Equal(shared, sharedPaths) {
		t.Errorf("paths of several modules: %v, want %v", shared, sharedPaths)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the table has %d operations, the document %d:\n%v\n%v", len(got), len(want), got, want)
	}
	orderd(t, nil, "routes", "--modules", "payments").require(t, 0, `(?m)^GET +/v1/orders/\{id\}/payment +payments$`)
	orderd(t, nil, "routes", "--json", "--regexp").require(t, 2, "--json or --regexp")
	if rest := routesOf(t, "--modules", "-payments"); len(rest)+len(routesOf(t, "--modules", "payments")) != len(got) {
		t.Errorf("without payments: %d operations", len(rest))
	}
}

// A path is matched by the expression of its own module, and of those whose list has that too, and
// of no other: of the module of its first method, if it has several.
func TestRoutesRegexp(t *testing.T) {
	t.Parallel()
	patterns := map[string]string{}
	for _, name := range settings.ModuleNames() {
		patterns[name] = strings.TrimSpace(orderd(t, nil, "routes", "--regexp", "--modules", name).require(t, 0, `^\^\(.*\)\$\n$`).out)
	}
	for _, r := range routesOf(t) {
		for name, pattern := range patterns {
			if slices.Contains(sharedPaths, r.Path+" "+r.Method+" "+r.Module) {
				continue
			}
			if matches := regexpMatch(t, pattern, samplePath(r.Path)); matches != slices.Contains(modulesOf(name), r.Module) {
				t.Errorf("%s of %s and the expression of %s: %v", r.Path, r.Module, name, matches)
			}
		}
	}
	if p := patterns["identity"]; regexpMatch(t, p, "/v1/auth/login/x") || regexpMatch(t, p, "/x/v1/auth/login") {
		t.Error("it matches a part of a path")
	}
}

func regexpMatch(t *testing.T, pattern, text string) bool {
	t.Helper()
	matches, err := regexp.MatchString(pattern, text)
	if err != nil {
		t.Fatal(err)
	}
	return matches
}
