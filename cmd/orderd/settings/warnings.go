package settings

import "strings"

// StorefrontWarnings are those of Warnings that concern a process with the shop's pages alone.
func (c Config) StorefrontWarnings() []string {
	var all []string
	if c.IsHTTPS() && len(c.HTTP.TrustedProxies) == 0 {
		all = append(all, "http.trusted_proxies: is empty, though https in http.public_url means that a proxy stands in "+
			"front: all clients behind it count as one, and share its rate limits")
	}
	if c.Storefront.API != "" && c.Storefront.Key == "" && !c.Dev {
		all = append(all, "storefront.key: is empty, with storefront.api: all visitors count as one there, and share its "+
			"rate limits")
	}
	return all
}

// Warnings returns settings that are valid but most likely not meant, a line each.
func (c Config) Warnings() []string {
	all := c.StorefrontWarnings()
	if others := c.otherModules(); len(others) > 0 {
		if !c.UsesNATS() {
			all = append(all, "modules: leaves out "+strings.Join(others, ", ")+
				", and with events.url database: no event comes from them or goes to them")
		}
		if c.HTTP.PublicURL == "http://"+reachable(c.HTTP.Addr) {
			all = append(all, "http.public_url: is this process's own address; where only some modules run it is that of the "+
				"proxy in front of all of them, and the same for all: it is the issuer of tokens")
		}
	}
	if len(c.Auth.StorefrontOrigins) > 0 && !c.Dev && c.Auth.StaffOrigin == c.defaultStaffOrigin() {
		all = append(all, "auth.storefront_origins: may use the cookie of http.public_url, which is that of the staff, too: "+
			"with an auth.staff_origin of its own a hole in the storefront is none in the back office")
	}
	if c.IsSet("storefront.enabled") && c.Storefront.Enabled && !c.ServesStorefront() {
		all = append(all, "storefront.enabled: has no effect where only some modules run, unless storefront.api names the "+
			"address of all of them: pages ask for what this process can't answer")
	}
	if c.Database.ReadURL != "" && c.Database.ReadURL == c.Database.URL {
		all = append(all, "database.read_url: is database.url, which is no standby: all reads stay there")
	}
	if isExample(c.Database.URL) {
		all = append(all, "database.url: has the password of the example file")
	}
	if isExample(c.Mail.URL) {
		all = append(all, "mail.url: has the password of the example file")
	}
	if c.Payments.StripeKey != "" && c.Payments.StripePublishableKey == "" {
		all = append(all, "payments.stripe_publishable_key: is empty, with payments.stripe_key: storefronts have to know it "+
			"from elsewhere to take a payment")
	}
	return append(all, c.boundWarnings()...)
}
