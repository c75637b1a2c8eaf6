package storefront

import (
	"net/url"
	"strings"
)

// policy lets pages load nothing but the shop's own files, and pictures over https.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; " +
	"img-src 'self' https:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; " +
	"frame-ancestors 'none'"

// policyFor is the policy of pages whose interface is at api: its pictures are shown without https,
// too, where it has none.
func policyFor(api *url.URL) string {
	if api.Scheme != "http" {
		return policy
	}
	return strings.Replace(policy, "img-src 'self'", "img-src 'self' http://"+api.Host, 1)
}

// absolute is the address of something that the interface names, for readers elsewhere: some
// addresses have no host.
func (f frame) absolute(address string) string {
	u, err := f.v.site.public.Parse(address)
	if err != nil {
		return ""
	}
	return u.String()
}

// Preview is the address of what others show of the page; "" without a picture.
func (f frame) Preview() string {
	if f.Picture == nil {
		return ""
	}
	return f.absolute(f.Picture.source())
}
