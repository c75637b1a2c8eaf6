package settings

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// siteEnviron is what a process with some of the modules needs beside their names.
var siteEnviron = []string{"ORDERD_DEV=true", "ORDERD_AUTH_KEYS_FILE=keys.pem", "ORDERD_AUTH_SECRET=" + strings.Repeat("s", 32)}

func TestRuns(t *testing.T) {
	t.Parallel()
	all := ModuleNames()
	for list, want := range map[string][]string{
		"": all, "payments": {"payments"}, "reviews, mailer": {"mailer", "reviews", "invoices"},
		"-payments":                          slices.DeleteFunc(ModuleNames(), func(n string) bool { return n == "payments" }),
		"-" + strings.Join(all[1:], ",-"):    all[:1],
		strings.Join(all, ","):               all,
		"ordering,recipients,notifications,": {"ordering", "recipients", "notifications", "shop", "vat"},
		"-mailer":                            slices.DeleteFunc(ModuleNames(), func(n string) bool { return n == "mailer" || n == "invoices" }),
	} {
		c, err := Load("", append(siteEnviron, "ORDERD_MODULES="+list))
		if err != nil {
			t.Errorf("%q: %v", list, err)
			continue
		}
		var runs []string
		for _, name := range all {
			if c.Runs(name) {
				runs = append(runs, name)
			}
		}
		if fmt.Sprint(runs) != fmt.Sprint(want) || c.RunsAll() != (len(want) == len(all)) {
			t.Errorf("%q runs %v, want %v", list, runs, want)
		}
	}
	c := mustLoad(t, "modules: [-payments, -mailer]", append(siteEnviron, "ORDERD_DEV=false")...)
	if c.Runs("payments") || c.Runs("mailer") || !c.Runs("ordering") {
		t.Errorf("from the file: %v", c.Modules)
	}
}

func TestModulesAreValidated(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		environ []string
		want    string
	}{
		{[]string{"ORDERD_MODULES=payment"}, `modules: "payment" is not a module; there are identity, catalog, `},
		{[]string{"ORDERD_MODULES=-payment"}, `modules: "payment" is not a module; there are identity, catalog, `},
		{[]string{"ORDERD_MODULES=payments,-mailer"}, "modules: must name either the modules that run, or each"},
		{[]string{"ORDERD_MODULES=payments,mailer,payments"}, `modules: "payments" is there twice`},
		{[]string{"ORDERD_MODULES=-" + strings.Join(ModuleNames(), ",-")}, "modules: leaves no module to run"},
		{[]string{"ORDERD_MODULES=-payments", "without ORDERD_AUTH_KEYS_FILE"}, "auth.keys_file: is required where only some modules run"},
		{[]string{"ORDERD_MODULES=-payments", "without ORDERD_AUTH_SECRET"}, "auth.secret: is required where only some modules run"},
		{[]string{"ORDERD_MODULES=-payments", "ORDERD_DEV=false"}, "mail.url: is required unless dev is true"},
	} {
		environ := append(slices.DeleteFunc(slices.Clone(siteEnviron), func(v string) bool {
			name, _, _ := strings.Cut(v, "=")
			return slices.Contains(row.environ, "without "+name)
		}), row.environ...)
		if _, err := Load("", environ); err == nil || !strings.Contains(err.Error(), row.want) || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%v: %v, want %s", row.environ, err, row.want)
		}
	}
}

// A process with some of the modules should hear the others, and share their public URL.
func TestWarningsOfModules(t *testing.T) {
	t.Parallel()
	site := append(slices.Clone(siteEnviron), "ORDERD_MODULES=-payments,-mailer")
	c := mustLoad(t, "", site...)
	if w := c.Warnings(); len(w) != 2 || !strings.HasPrefix(w[0], "modules: leaves out mailer, payments, ") ||
		!strings.HasPrefix(w[1], "http.public_url: ") {
		t.Errorf("warnings: %q", w)
	}
	c = mustLoad(t, "events: {url: 'nats://127.0.0.1:4222', source: main}",
		append(site, "ORDERD_HTTP_PUBLIC_URL=http://localhost", "ORDERD_DATABASE_URL=postgres://db/orderd")...)
	if w := c.Warnings(); len(w) != 0 {
		t.Errorf("warnings: %q", w)
	}
	if w := mustLoad(t, "", "ORDERD_DEV=true").Warnings(); len(w) != 0 {
		t.Errorf("warnings with all modules: %q", w)
	}
}
