package settings

import "strings"

// Warnings returns settings that are valid but most likely not meant, a line each.
func (c Config) Warnings() []string {
	var all []string
	if strings.HasPrefix(c.HTTP.PublicURL, "https://") && len(c.HTTP.TrustedProxies) == 0 {
		all = append(all, "http.trusted_proxies: is empty, though https in http.public_url means that a proxy stands in front: "+
			"all clients behind it count as one, and share its rate limits")
	}
	return all
}
