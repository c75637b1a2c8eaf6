package app

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"

	"orderd/cmd/orderd/settings"
	"orderd/platform/database"
	"orderd/platform/module"
)

// checkTimeout is how long one check may take, such as a connection to a server.
const checkTimeout = 5 * time.Second

// diagnose looks at the configuration and at what it names. It changes nothing: the database is
// opened for reading alone, and files are looked at.
func diagnose(ctx context.Context, c settings.Config, o Options) []module.Finding {
	findings := slices.Concat(checkConfig(c), checkTheme(c), checkKeys(c), checkSecrets(c), checkDatabaseFiles(c),
		checkDisk(c))
	db, unopened := openForReading(ctx, c)
	findings = append(findings, unopened...)
	err := withModules(ctx, c, o, db, func(a *App) { findings = append(findings, a.runChecks(ctx, c, db)...) })
	if err != nil {
		findings = append(findings, module.NotChecked("modules", err))
	}
	return findings
}

// diagnoseStorefront looks at what `orderd storefront` needs.
func diagnoseStorefront(ctx context.Context, c settings.Config) []module.Finding {
	var findings []module.Finding
	for _, warning := range c.StorefrontWarnings() {
		findings = append(findings, doubtful(warning))
	}
	if c.Storefront.API == "" {
		findings = append(findings, module.Finding{
			Level: module.Error, Code: "storefront_api_missing", Subject: "storefront.api", Found: "is not set",
			Todo: "name the service whose /v1 the pages ask",
		})
	}
	return slices.Concat(findings, checkSecrets(c), checkStorefront(ctx, c))
}

// openForReading opens the service's database for reading. The handle is nil when it can't be
// opened; the findings say why.
func openForReading(ctx context.Context, c settings.Config) (*gorm.DB, []module.Finding) {
	if file, isFile := strings.CutPrefix(c.Database.URL.Reveal(), "sqlite:"); isFile {
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			return nil, []module.Finding{{
				Level: module.Error, Code: "database_missing", Subject: "database.url", Found: "there is no file " + file,
				Todo: "correct database.url or data_dir; for a new installation run `orderd migrate`, or serve",
			}}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	db, err := database.Open(ctx, database.Options{URL: c.Database.URL.Reveal(), ReadOnly: true})
	if err != nil {
		return nil, []module.Finding{{
			Level: module.Error, Code: "database_unreachable", Subject: "database.url", Found: err.Error(),
			Todo: "start the database, or correct database.url: " + c.Database.URL.String(),
		}}
	}
	return db, nil
}

// withModules calls do with the modules and their consumers of events on db, or on an empty
// database when db is nil. Nothing is started and no file written. It closes db.
func withModules(ctx context.Context, c settings.Config, o Options, db *gorm.DB, do func(a *App)) error {
	secrets, err := temporarySecrets()
	if err != nil {
		return err
	}
	c.Telemetry.OTLPURL, c.Storefront.ThemeDir = "", ""
	if db == nil {
		if db, err = database.Open(ctx, database.Options{InMemory: true}); err != nil {
			return err
		}
	}
	a := newApp(c, o)
	a.db = db
	if err := a.build(secrets); err != nil {
		return errors.Join(err, a.Close())
	}
	do(a)
	return a.Close()
}

// runChecks runs all checks at the same time, because some wait for a server. c is the service's
// own configuration; db is nil when the database can't be opened.
func (a *App) runChecks(ctx context.Context, c settings.Config, db *gorm.DB) []module.Finding {
	var checks []func(ctx context.Context) []module.Finding
	readable := false
	var findings []module.Finding
	if db != nil {
		findings, readable = a.checkSchema(ctx)
		checks = append(checks, a.checkServer, a.checkStatements, a.checkStandbys)
	}
	if readable {
		checks = append(checks, a.checkEvents, a.checkUnserved)
	} else {
		db = nil
	}
	for _, check := range []func(context.Context, settings.Config) []module.Finding{
		checkStripe, checkCollector, checkStorefront,
	} {
		checks = append(checks, func(ctx context.Context) []module.Finding { return check(ctx, c) })
	}
	for _, m := range a.modules {
		if m.Check != nil {
			checks = append(checks, func(ctx context.Context) []module.Finding { return m.Check(ctx, db) })
		}
	}
	found := make([][]module.Finding, len(checks))
	var all sync.WaitGroup
	for i, check := range checks {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, checkTimeout)
			defer cancel()
			found[i] = check(ctx)
		})
	}
	all.Wait()
	findings = append(findings, slices.Concat(found...)...)
	if a.mailbox != nil { // it is doctor's own
		findings = slices.DeleteFunc(findings, func(f module.Finding) bool { return f.Code == "mail_server_ok" })
	}
	return findings
}
