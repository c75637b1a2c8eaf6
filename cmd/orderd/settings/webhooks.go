package settings

import (
	"net/netip"

	"orderd/platform/config"
)

// Webhooks configures what is sent to endpoints.
type Webhooks struct {
	// AllowNetworks are networks that endpoints may be in besides public addresses, also over http.
	// In dev mode it is loopback by default.
	AllowNetworks []string `yaml:"allow_networks"`
	// Concurrency is how many requests are under way to an endpoint at once, in each process.
	Concurrency int `yaml:"concurrency"`
	// KeepDays is how long a delivery or a replay is kept after its end.
	KeepDays int `yaml:"keep_days"`
}

// Networks returns AllowNetworks parsed.
func (w Webhooks) Networks() (networks []netip.Prefix) {
	for _, text := range w.AllowNetworks {
		if p, err := netip.ParsePrefix(text); err == nil {
			networks = append(networks, p.Masked())
		}
	}
	return networks
}

func (w Webhooks) validate(k *config.Checker) {
	for _, text := range w.AllowNetworks {
		_, err := netip.ParsePrefix(text)
		k.Check("webhooks.allow_networks", err == nil, "%q is not a network such as 10.0.0.0/8", text)
	}
	k.Check("webhooks.concurrency", w.Concurrency >= 1 && w.Concurrency <= 100, "must be between 1 and 100")
	k.Check("webhooks.keep_days", w.KeepDays > 0, "must be more than 0")
}
