package settings

import (
	"slices"
	"strings"

	"orderd/platform/config"
)

// moduleNames are the names of all modules, in the order of the composition root.
var moduleNames = []string{
	"identity", "catalog", "mailer", "loyalty", "ordering", "payments", "recipients", "reviews", "wholesale",
	"notifications", "backoffice", "webhooks", "media", "shop",
}

// ModuleNames returns the names of all modules.
func ModuleNames() []string { return slices.Clone(moduleNames) }

// Runs reports whether this process runs a module: its routes, consumers, jobs and migrations. A
// list with ordering has shop too, so that those from before there was a shop go on selling.
func (c Config) Runs(module string) bool {
	switch {
	case len(c.Modules) == 0:
		return true
	case excludes(c.Modules[0]):
		return !slices.Contains(c.Modules, "-"+module)
	case module == "shop" && slices.Contains(c.Modules, "ordering"):
		return true
	default:
		return slices.Contains(c.Modules, module)
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
