package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"orderd/cmd/orderd/settings"
	"orderd/platform/module"
)

// checkStripe looks whether Stripe answers, where cards are taken. It sends no key.
func checkStripe(ctx context.Context, c settings.Config) []module.Finding {
	if c.Payments.StripeKey == "" || !c.Runs("payments") {
		return nil
	}
	return checkReachable(ctx, module.Error, "stripe", "payments.stripe_url", c.Payments.StripeURL)
}

// checkCollector looks whether the collector of traces answers. The service does its work without
// it.
func checkCollector(ctx context.Context, c settings.Config) []module.Finding {
	if c.Telemetry.OTLPURL == "" {
		return nil
	}
	return checkReachable(ctx, module.Warning, "collector", "telemetry.otlp_url", c.Telemetry.OTLPURL.Reveal())
}

// checkReachable sends a GET to a server. Any answer is a good one. A server that does not
// answer is a finding of level.
func checkReachable(ctx context.Context, level module.Level, code, key, address string) []module.Finding {
	if err := dial(ctx, address); err != nil {
		return []module.Finding{{
			Level: level, Code: code + "_unreachable", Subject: key, Found: "does not answer: " + err.Error(),
			Todo: "correct " + key + ", or let the firewall and the proxy pass it",
		}}
	}
	return []module.Finding{{Level: module.OK, Code: code + "_ok", Subject: key, Found: "answers"}}
}

// dial returns nil when a server answers. Its error does not have the address, which may hold a
// password.
func dial(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return errors.New("it is no address")
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}
	answer, err := transport.RoundTrip(request)
	if ctx.Err() != nil {
		return fmt.Errorf("not within %s", checkTimeout)
	}
	if err != nil {
		return err
	}
	return answer.Body.Close()
}
