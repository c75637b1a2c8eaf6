package settings

import "strings"

// Warnings returns settings that are valid but most likely not meant, a line each.
func (c Config) Warnings() []string {
	var all []string
	if strings.HasPrefix(c.HTTP.PublicURL, "https://") && len(c.HTTP.TrustedProxies) == 0 {
		all = append(all, "http.trusted_proxies: is empty, though https in http.public_url means that a proxy stands in "+
			"front: all clients behind it count as one, and share its rate limits")
	}
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
	if c.Database.ReadURL != "" && c.Database.ReadURL == c.Database.URL {
		all = append(all, "database.read_url: is database.url, which is no standby: all reads stay there")
	}
	if isExample(c.Database.URL) {
		all = append(all, "database.url: has the password of the example file")
	}
	if isExample(c.Mail.URL) {
		all = append(all, "mail.url: has the password of the example file")
	}
	return all
}
