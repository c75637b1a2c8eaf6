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

// checkStorefront looks whether the service that the shop's pages ask answers, and takes their key.
func checkStorefront(ctx context.Context, c settings.Config) []module.Finding {
	const subject = "storefront.api"
	if c.Storefront.API == "" {
		return nil
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}
	status, err := askShop(ctx, transport, c.Storefront.APIURL(), c.Storefront.Key.Reveal())
	switch {
	case err != nil:
		return []module.Finding{{
			Level: module.Error, Code: "storefront_api_unreachable", Subject: subject, Found: "does not answer: " + err.Error(),
			Todo: "correct storefront.api, or let the firewall and the proxy pass it",
		}}
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return []module.Finding{{
			Level: module.Error, Code: "storefront_key_refused", Subject: "storefront.key",
			Found: fmt.Sprintf("is refused with %d", status),
			Todo:  "make an API key with the scope storefront:render in the back office, and put it there",
		}}
	case status != http.StatusOK:
		return []module.Finding{{
			Level: module.Error, Code: "storefront_api_wrong", Subject: subject,
			Found: fmt.Sprintf("answers GET /v1/shop with %d", status), Todo: "name the address of the service, without /v1",
		}}
	}
	return []module.Finding{{Level: module.OK, Code: "storefront_api_ok", Subject: subject, Found: "answers"}}
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
