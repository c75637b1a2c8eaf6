package app

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"orderd/cmd/orderd/settings"
	shopevents "orderd/modules/shop/events"
	"orderd/platform/config"
	"orderd/platform/mailbox"
)

// devAdmin is the address of dev mode's admin unless admin.email names another.
const devAdmin = "admin@example.com"

// devBankAccount, devReturnsAddress and devSeller are made up, so that everything can be tried in
// dev mode.
// The account is the example of the German central bank.
const (
	devBankAccount    = "DE89 3704 0044 0532 0130 00"
	devReturnsAddress = "Orderd, Musterstraße 1, 12345 Musterstadt, Germany"
)

func devSeller() shopevents.Seller {
	return shopevents.Seller{
		Name: new("Muster & Co"), Line1: new("Musterstraße 1"), PostalCode: new("12345"), City: new("Musterstadt"),
		Email: new("shop@example.com"), VATID: new("DE129273398"), TaxNumber: new("12/345/67890"),
	}
}

// devDefaults fills in what dev mode makes by itself: an admin, with a password that stays the same
// over restarts, a bank account and an address for returns.
func devDefaults(c settings.Config) (settings.Config, error) {
	c.Admin.Email = cmp.Or(c.Admin.Email, devAdmin)
	if c.Seller.IBAN == "" {
		c.Payments.BankAccount = cmp.Or(c.Payments.BankAccount, devBankAccount)
	}
	c.Shop.ReturnsAddress = cmp.Or(c.Shop.ReturnsAddress, devReturnsAddress)
	if c.Admin.Password == "" {
		password, err := loadOrCreateSecret(adminPasswordFile(c), 12)
		if err != nil {
			return c, fmt.Errorf("make the admin's password: %w", err)
		}
		c.Admin.Password = config.Secret(password)
	}
	return c, nil
}

// startMailbox runs dev mode's own mail server for the mailer and shows it on the public listener,
// unless mail.url names another.
func (a *App) startMailbox() (err error) {
	if !a.config.Dev || a.config.Mail.URL != "" || !a.config.Runs("mailer") {
		return nil
	}
	if a.mailbox, err = mailbox.Start(a.clock); err != nil {
		return fmt.Errorf("start the mailbox: %w", err)
	}
	a.config.Mail.URL = config.URL(a.mailbox.URL())
	a.router.Mount(http.MethodGet, "/dev/mail", a.mailbox.Page())
	a.router.Mount(http.MethodGet, "/dev/mail.json", a.mailbox.JSON())
	return nil
}

// banner is what a starting service prints: its addresses, and in dev mode the admin's password.
func (a *App) banner() string {
	base, ops := "http://"+a.Addr().String(), "http://"+a.OpsAddr().String()
	if !a.config.Dev {
		return fmt.Sprintf("orderd %s answers at %s (public: %s), for operators at %s\n", version(), base,
			a.config.HTTP.PublicURL, ops)
	}
	mail, modules := a.config.Mail.URL.String(), "all"
	admin := a.config.Admin.Email + "  password " + a.config.Admin.Password.Reveal()
	staff := a.config.Auth.StaffOrigin
	if strings.HasSuffix(staff, ":0") { // the port was free to choose
		staff = base
	}
	if a.mailbox != nil {
		mail = base + "/dev/mail"
	}
	if !a.config.RunsAll() {
		modules = strings.Join(a.moduleNames(), ", ")
	}
	shop := base + "/"
	if !a.config.ServesStorefront() {
		shop = "off (storefront.enabled)"
	}
	if !a.config.Runs("identity") {
		admin = "that of the process which runs identity"
	}
	return fmt.Sprintf(`
  orderd %s, dev mode

  Shop      %s
  Admin     %s/admin
            %s
  Docs      %s/docs/
  API       %s/v1
  Mail      %s
  Metrics   %s/metrics
  Data      %s (remove it to begin anew)
  Modules   %s

  Ctrl-C stops it.

`, version(), shop, staff, admin, base, base, mail, ops, a.config.DataDir, modules)
}
