package settings

import (
	"maps"
	"regexp"
	"time"

	"orderd/platform/config"
)

// Limits are the rate limits: calls per time, several windows with commas. configs/dev.yaml says by
// what each limit counts.
type Limits struct {
	// Enabled is false for load tests. The attempts at a one-time code are limited all the same.
	Enabled                 bool   `yaml:"enabled"`
	Login                   string `yaml:"login"`
	Register                string `yaml:"register"`
	RegisterEmail           string `yaml:"register_email"`
	CodeEmail               string `yaml:"code_email"`
	CodeMails               string `yaml:"code_mails"`
	Code                    string `yaml:"code"`
	Verify                  string `yaml:"verify"`
	EmailChange             string `yaml:"email_change"`
	Refresh                 string `yaml:"refresh"`
	WholesaleApply          string `yaml:"wholesale_apply"`
	WholesaleEmail          string `yaml:"wholesale_apply_email"`
	Withdrawal              string `yaml:"withdrawal"`
	WithdrawalEmail         string `yaml:"withdrawal_email"`
	Checkout                string `yaml:"checkout"`
	GuestCheckout           string `yaml:"guest_checkout"`
	GuestEmail              string `yaml:"guest_email"`
	Redeem                  string `yaml:"redeem"`
	Share                   string `yaml:"share"`
	Reviews                 string `yaml:"reviews"`
	Reads                   string `yaml:"reads"`
	ReadsAnonymous          string `yaml:"reads_anonymous"`
	Writes                  string `yaml:"writes"`
	WritesAnonymous         string `yaml:"writes_anonymous"`
	PromotionCodes          string `yaml:"promotion_codes"`
	PromotionCodesAnonymous string `yaml:"promotion_codes_anonymous"`
	Admin                   string `yaml:"admin"`
	APIKey                  string `yaml:"api_key"`
	Storefront              string `yaml:"storefront"`
	BadTokens               string `yaml:"bad_tokens"`
	WebhooksRefused         string `yaml:"webhooks_refused"`
	WebhookTest             string `yaml:"webhook_test"`
	MailTest                string `yaml:"mail_test"`
	VATID                   string `yaml:"vat_id"`
}

// Rates returns the limits by name ("login": "30/1m"), without enabled.
func (l Limits) Rates() map[string]string { return maps.Collect(config.Strings(&l)) }

var ratePattern = regexp.MustCompile(`^([1-9][0-9]{0,8})/(\S+)$`)

func (l Limits) validate(c *config.Checker) {
	for name, rate := range config.Strings(&l) {
		key, windows := "limits."+name, config.SplitList(rate)
		c.Check(key, len(windows) > 0, "must be a rate such as 30/1m; limits.enabled turns all off")
		for _, window := range windows {
			m := ratePattern.FindStringSubmatch(window)
			var per time.Duration
			if m != nil {
				per, _ = time.ParseDuration(m[2])
			}
			c.Check(key, per > 0, "must be a rate such as 30/1m, or several with commas")
		}
	}
}
