package app

import (
	"net/netip"

	"orderd/cmd/orderd/settings"
	"orderd/modules/backoffice"
	"orderd/modules/catalog"
	"orderd/modules/identity"
	"orderd/modules/invoices"
	"orderd/modules/loyalty"
	"orderd/modules/mailer"
	"orderd/modules/media"
	"orderd/modules/notifications"
	"orderd/modules/ordering"
	"orderd/modules/payments"
	"orderd/modules/recipients"
	"orderd/modules/reviews"
	"orderd/modules/shop"
	"orderd/modules/vat"
	"orderd/modules/webhooks"
	"orderd/modules/wholesale"
	"orderd/platform/convert"
	"orderd/platform/copies"
	"orderd/platform/locale"
	"orderd/platform/module"
	"orderd/platform/password"
	"orderd/platform/telemetry"
)

// addModules makes all modules and registers their operations, so that every process has the whole
// document. Only the modules that the configuration names subscribe and run here.
func (a *App) addModules(s secrets) {
	for _, m := range a.allModules(s) {
		runs := a.config.Runs(m.Name)
		if runs {
			a.modules = append(a.modules, m)
		} else {
			a.others = append(a.others, m)
		}
		if runs && m.Subscribe != nil {
			m.Subscribe(a.bus)
		}
		a.router.RegisterProblems(m.Problems)
		if m.Routes != nil {
			a.router.RegisterModule(m.Name, runs, m.Routes)
		}
	}
}

// locale returns the shop's language, as the first module that runs here has copied it; English
// where none does.
func (a *App) locale() locale.Code {
	for _, m := range a.modules {
		if m.Locale != nil {
			return m.Locale()
		}
	}
	return locale.English
}

// locales returns the languages that the shop speaks, likewise; nil where no module knows them.
func (a *App) locales() []string {
	for _, m := range a.modules {
		if m.Locales != nil {
			return m.Locales()
		}
	}
	return nil
}

// moduleNames returns the names of the modules that run here.
func (a *App) moduleNames() []string {
	return convert.All(a.modules, func(m module.Module) string { return m.Name })
}

// allModules lists every module, in the order of settings.ModuleNames.
func (a *App) allModules(s secrets) []module.Module {
	return []module.Module{
		identity.New(identity.Deps{
			DB: a.db, Clock: a.clock, Log: a.log.Named("identity"), Authority: a.authority, Pseudonyms: a.pseudonyms,
			Hasher: password.New(), Export: a.exportUser, Copies: a.copiesOf("identity"),
			Config: identity.Config{
				Secret: s.ring, AdminEmail: a.config.Admin.Email, AdminPassword: a.config.Admin.Password.Reveal(),
				LimitsOff: !a.config.Limits.Enabled, PublicURL: a.config.HTTP.PublicURL,
				StaffOrigin: a.config.Auth.StaffOrigin, StorefrontOrigins: a.config.Auth.StorefrontOrigins,
			},
		}),
		catalog.New(catalog.Deps{
			DB: a.db, Reads: a.reads, Clock: a.clock, Log: a.log.Named("catalog"), Copies: a.copiesOf("catalog"),
			PagesURL: a.shopURL(),
		}),
		mailer.New(mailer.Deps{
			DB: a.db, Clock: a.clock, Log: a.log.Named("mailer"), Metrics: a.metricsOf("mailer"), Tracer: a.tracer,
			Pseudonyms: a.pseudonyms, Copies: a.copiesOf("mailer"),
			Config: mailer.Config{
				URL: a.mailURL(), From: a.mailFrom().Address, PublicURL: a.config.HTTP.PublicURL,
				StaffURL: a.config.Auth.StaffOrigin, ShopURL: a.shopURL(), Secret: s.ring,
			},
		}),
		loyalty.New(loyalty.Deps{DB: a.db, Clock: a.clock, Copies: a.copiesOf("loyalty")}),
		ordering.New(ordering.Deps{
			DB: a.db, Reads: a.reads, Clock: a.clock, Log: a.log.Named("ordering"), Pseudonyms: a.pseudonyms,
			Export: a.exportUser, Copies: a.copiesOf("ordering"),
			Config: ordering.Config{
				CardProvider: a.cardProvider(), OpenOrders: a.openLimits(a.config.Ordering.OpenOrders),
				OpenUnits: a.openLimits(a.config.Ordering.OpenUnits), Secret: s.ring, KeepDays: a.config.Wholesale.KeepDays,
			},
		}),
		payments.New(payments.Deps{
			DB: a.db, Clock: a.clock, Log: a.log.Named("payments"), Tracer: a.tracer, Copies: a.copiesOf("payments"),
			Config: payments.Config{
				Secret: s.ring, CardProvider: a.cardProvider(),
				StripeKey:           a.config.Payments.StripeKey.Reveal(),
				StripeWebhookSecret: a.config.Payments.StripeWebhookSecret.Reveal(), StripeURL: a.config.Payments.StripeURL,
				ReadAfter: a.config.Payments.ReadAfter,
			},
		}),
		recipients.New(recipients.Deps{DB: a.db}),
		reviews.New(reviews.Deps{DB: a.db, Clock: a.clock, Log: a.log.Named("reviews")}),
		wholesale.New(wholesale.Deps{
			DB: a.db, Clock: a.clock, Log: a.log.Named("wholesale"), Pseudonyms: a.pseudonyms,
			Config: wholesale.Config{KeepDays: a.config.Wholesale.KeepDays},
		}),
		notifications.New(notifications.Deps{
			DB: a.db, Clock: a.clock, Authority: a.authority, Log: a.log.Named("notifications"), Pseudonyms: a.pseudonyms,
			Copies: a.copiesOf("notifications"),
		}),
		backoffice.New(backoffice.Deps{
			DB: a.db, Clock: a.clock, Site: a.site(), PublicURL: a.config.HTTP.PublicURL, StaffOrigin: a.config.Auth.StaffOrigin,
		}),
		webhooks.New(webhooks.Deps{
			DB: a.db, Clock: a.clock, Log: a.log.Named("webhooks"), Metrics: a.metricsOf("webhooks"),
			Config: webhooks.Config{
				Secret: s.ring, AllowNetworks: a.config.Webhooks.Networks(), Concurrency: a.config.Webhooks.Concurrency,
				KeepDays: a.config.Webhooks.KeepDays,
			},
		}),
		a.newMedia(),
		shop.New(shop.Deps{DB: a.db, Clock: a.clock, Copies: a.copiesOf("shop"), Config: a.shopConfig()}),
		vat.New(vat.Deps{
			DB: a.db, Clock: a.clock, Log: a.log.Named("vat"), Metrics: a.metricsOf("vat"), Copies: a.copiesOf("vat"),
			Config: vat.Config{VIESURL: a.config.VIESURL()},
		}),
		a.newInvoices(s),
	}
}

func (a *App) newMedia() module.Module {
	return media.New(media.Deps{
		DB: a.db, Clock: a.clock, Log: a.log.Named("media"),
		Config: media.Config{
			URL: a.config.Media.URL.Reveal(), PublicURL: a.config.HTTP.PublicURL, AllowNetworks: a.fetchNetworks(),
		},
	})
}

func (a *App) newInvoices(s secrets) module.Module {
	return invoices.New(invoices.Deps{
		DB: a.db, Clock: a.clock, Log: a.log.Named("invoices"), Copies: a.copiesOf("invoices"),
		Config: invoices.Config{Secret: s.ring, Dev: a.config.Dev},
	})
}

// fetchNetworks are the networks that pictures are fetched from besides public addresses: in dev
// mode those of webhooks. What an operator lets webhooks reach is not to be read by who imports.
func (a *App) fetchNetworks() []netip.Prefix {
	if !a.config.Dev {
		return nil
	}
	return a.config.Webhooks.Networks()
}

// openLimits are the limits of open orders, which are off with all others.
func (a *App) openLimits(l settings.OpenLimits) settings.OpenLimits {
	if !a.config.Limits.Enabled {
		return settings.OpenLimits{}
	}
	return l
}

// unusedMailURL is valid, and that of a mailer that does not run.
const unusedMailURL = "smtp://localhost"

// mailURL is mail.url, which a process without the mailer does not need.
func (a *App) mailURL() string {
	if !a.config.Runs("mailer") {
		return unusedMailURL
	}
	return a.config.Mail.URL.Reveal()
}

// copiesOf are the copies of a module. One that does not run here has none: its tables are in
// another database.
func (a *App) copiesOf(module string) *copies.Store {
	if !a.config.Runs(module) {
		return copies.NewStore(a.db, a.log)
	}
	return a.copies
}

// metricsOf is nil where the module does not run: its tables are in another database.
func (a *App) metricsOf(module string) *telemetry.Metrics {
	if !a.config.Runs(module) {
		return nil
	}
	return a.metrics
}
