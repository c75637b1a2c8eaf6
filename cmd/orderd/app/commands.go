package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"slices"

	"orderd/cmd/orderd/settings"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// commands is the command line of the binary.
func commands() []command {
	return []command{
		serveCommand(), storefrontCommand(), migrateCommand(), checkConfigCommand(), doctorCommand(),
		adminCreateCommand(), adminResetCommand(), invoicesVerifyCommand(),
		eventsListCommand(), eventsDeadCommand(), eventsRetryCommand(), eventsReplayCommand(), eventsRemoveCommand(),
		eventsForkCommand(), eventsRenewSourceCommand(),
		seedCommand(), demoCommand(), themeNewCommand(), themeCheckCommand(),
		openAPICommand(), routesCommand(), versionCommand(),
	}
}

func migrateCommand() command {
	return command{
		name: "migrate", summary: "bring the database to this binary's schema and exit", modules: true,
		detail: "It declares this binary's consumers of events, too. serve does so by itself. Several replicas may " +
			"migrate at once: one does the work.",
		run: func(ctx context.Context, c call) error {
			return withApp(ctx, c.config, func(a *App) error {
				if err := a.Migrate(ctx); err != nil {
					return err
				}
				fmt.Fprintln(c.Out, "the schema is current")
				return nil
			})
		},
	}
}

func checkConfigCommand() command {
	return command{
		name: "check-config", summary: "print the configuration in force, or all that is wrong with it", modules: true,
		detail: "Nothing is opened or changed. Secrets print as ***. The exit code is 2 when something is wrong, and 0 " +
			"with warnings.",
		run: func(_ context.Context, c call) error {
			if err := validTheme(c.config); err != nil {
				return err
			}
			fmt.Fprint(c.Out, c.config.YAML())
			for _, warning := range append(c.config.Warnings(), themeNotes(c.config)...) {
				fmt.Fprintln(c.Err, "orderd: warning:", warning)
			}
			return nil
		},
	}
}

const serviceDetail = "The service does what follows from it, at once when it runs, else when it starts."

func adminCreateCommand() command {
	var email string
	return command{
		name: "admin create", summary: "make an admin; the password of a new account is printed once",
		detail: "The database must have been migrated, by `orderd migrate` or `orderd serve`. " + serviceDetail,
		flags:  func(fs *flag.FlagSet) { fs.StringVar(&email, "email", "", "`ADDRESS` of the admin") },
		run: func(ctx context.Context, c call) error {
			if email == "" {
				return usageError("admin create: --email is missing")
			}
			return withDatabase(ctx, c.config, func(a *App) error {
				return a.moduleCommand(ctx, c, "admin create", "--email", email)
			})
		},
	}
}

func adminResetCommand() command {
	const name = "admin reset-second-factor"
	var email string
	return command{
		name: name, summary: "reset the second factors of a member of the staff, and end the sessions",
		detail: "For a member who has lost them; a mail says so. " + serviceDetail,
		flags:  func(fs *flag.FlagSet) { fs.StringVar(&email, "email", "", "`ADDRESS` of the member") },
		run: func(ctx context.Context, c call) error {
			if email == "" {
				return usageError(name + ": --email is missing")
			}
			return withDatabase(ctx, c.config, func(a *App) error {
				return a.moduleCommand(ctx, c, name, "--email", email)
			})
		},
	}
}

func invoicesVerifyCommand() command {
	const name = "invoices verify"
	return command{
		name: name, summary: "compare the numbers, sums and files of all invoices, corrections and cancellations",
		detail: "It prints a line for each gap in the numbers, each sum that differs from its rows or its order, and each " +
			"file that is gone or has other bytes. The exit code is 1 when there is one.",
		run: func(ctx context.Context, c call) error {
			return withDatabase(ctx, c.config, func(a *App) error { return a.moduleCommand(ctx, c, name) })
		},
	}
}

// moduleCommand runs a command that a module brings. One with tables of its own must run here.
func (a *App) moduleCommand(ctx context.Context, c call, name string, args ...string) error {
	for _, m := range slices.Concat(a.modules, a.others) {
		for _, cmd := range m.Commands {
			switch {
			case cmd.Name != name:
			case m.Migrations != nil && !a.config.Runs(m.Name):
				return fmt.Errorf("%s is a command of %s, which does not run here: run it with the configuration of a process "+
					"that does", name, m.Name)
			default:
				return cmd.Run(ctx, args, c.Out)
			}
		}
	}
	return fmt.Errorf("no module knows %q", name)
}

func openAPICommand() command {
	var json bool
	return command{
		name: "openapi", summary: "print the OpenAPI document of this binary", noService: true,
		detail: "It needs no configuration, reads no database and writes no file. http.public_url is the address of the " +
			"service in it.",
		flags: func(fs *flag.FlagSet) { fs.BoolVar(&json, "json", false, "as JSON instead of YAML") },
		run: func(ctx context.Context, c call) error {
			return withEmptyService(ctx, c.config, func(a *App) error {
				_, err := c.Out.Write(a.router.OpenAPI(!json))
				return err
			})
		},
	}
}

// withEmptyService calls do with a service that is not started, on keys and an empty database in
// memory: for questions about the binary itself, such as its OpenAPI document.
func withEmptyService(ctx context.Context, c settings.Config, do func(a *App) error) error {
	secrets, err := temporarySecrets()
	if err != nil {
		return err
	}
	c.Dev, c.Modules, c.Mail.URL, c.Telemetry, c.Events = false, nil, unusedMailURL, settings.Telemetry{},
		settings.Default().Events
	c.Storefront.ThemeDir = ""
	a := newApp(c, Options{})
	if a.db, err = database.Open(ctx, database.Options{InMemory: true}); err != nil {
		return err
	}
	if err = a.build(secrets); err == nil {
		err = do(a)
	}
	return errors.Join(err, a.Close())
}

func versionCommand() command {
	return command{
		name: "version", summary: "print the version", noConfig: true,
		run: func(_ context.Context, c call) error {
			fmt.Fprintf(c.Out, "orderd %s (%s)\n", version(), runtime.Version())
			return nil
		},
	}
}

// withApp builds the service for a command, without starting it, and closes it after.
func withApp(ctx context.Context, c settings.Config, do func(a *App) error) error {
	a, err := New(ctx, c, Options{})
	if err != nil {
		return err
	}
	return errors.Join(do(a), a.Close())
}

// withDatabase is withApp for a command that acts on the database of a service. It neither
// migrates the database nor declares consumers, and it handles no events: the running service does,
// or the next one to start.
func withDatabase(ctx context.Context, c settings.Config, do func(a *App) error) error {
	return withApp(ctx, c, func(a *App) error {
		if err := a.requireMatchingSchema(ctx); err != nil {
			return err
		}
		if err := a.pseudonyms.Open(ctx, a.db, a.clock.Now()); err != nil {
			return err
		}
		if err := a.copies.Refresh(ctx); err != nil {
			return err
		}
		return do(a)
	})
}

// requireMatchingSchema returns an error unless the database has exactly this binary's schema, and
// its consumers are declared.
func (a *App) requireMatchingSchema(ctx context.Context) error {
	err := database.CheckSchemaExact(ctx, a.db, a.Migrations())
	switch {
	case errors.Is(err, database.ErrNotMigrated):
		return fmt.Errorf("%w: run `orderd migrate` first", err)
	case errors.Is(err, database.ErrNewerSchema):
		return fmt.Errorf("%w: use the newer binary", err)
	case err != nil:
		return err
	}
	declared, err := eventbus.ConsumersDeclared(ctx, a.db)
	if err == nil && !declared {
		err = errors.New("no binary has declared its consumers of events yet: run `orderd migrate` first")
	}
	return err
}
