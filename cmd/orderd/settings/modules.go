package settings

import (
	"slices"
	"strings"

	"orderd/platform/config"
)

// moduleNames are the names of all modules, in the order of the composition root.
var moduleNames = []string{
	"identity", "catalog", "mailer", "loyalty", "ordering", "payments", "recipients", "reviews", "wholesale",
	"notifications", "backoffice", "webhooks", "media", "shop", "vat", "invoices",
}

// ModuleNames returns the names of all modules.
func ModuleNames() []string { return slices.Clone(moduleNames) }

// besides are the modules that run where another does, named or not, so that lists from before
// there were such modules go on: what ordering sells by, and the files that mailer attaches, which
// are in its database.
var besides = map[string]string{"shop": "ordering", "vat": "ordering", "invoices": "mailer"}

// Runs reports whether this process runs a module: its routes, consumers, jobs and migrations.
func (c Config) Runs(module string) bool {
	names := func(item string) bool { return slices.Contains(c.Modules, item) }
	other, hasOther := besides[module]
	switch {
	case len(c.Modules) == 0:
		return true
	case excludes(c.Modules[0]):
		return !names("-"+module) && (module != "invoices" || !names("-"+other))
	default:
		return names(module) || hasOther && names(other)
	}
}

// RunsAll reports whether this process runs every module.
func (c Config) RunsAll() bool { return len(c.otherModules()) == 0 }

// otherModules returns the modules that this process does not run.
func (c Config) otherModules() []string {
	return slices.DeleteFunc(ModuleNames(), c.Runs)
}

func excludes(item string) bool { return strings.HasPrefix(item, "-") }

func (c *Config) validateModules(k *config.Checker) {
	seen := map[string]bool{}
	for _, item := range c.Modules {
		name := strings.TrimPrefix(item, "-")
		k.Check("modules", slices.Contains(moduleNames, name), "%q is not a module; there are %s", name,
			strings.Join(moduleNames, ", "))
		k.Check("modules", excludes(item) == excludes(c.Modules[0]),
			"must name either the modules that run, or each with a - before it those that do not")
		k.Check("modules", !seen[name], "%q is there twice", name)
		seen[name] = true
	}
	k.Check("modules", slices.ContainsFunc(moduleNames, c.Runs), "leaves no module to run")
}
