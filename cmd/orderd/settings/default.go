package settings

import "time"

// Default returns the configuration before file and environment.
func Default() Config {
	return Config{
		DataDir: "./data",
		HTTP:    HTTP{Addr: "127.0.0.1:8080", PublicURL: "http://127.0.0.1:8080"},
		Ops:     Ops{Addr: "127.0.0.1:9090"},

		Database: Database{ReadLag: 5 * time.Second},

		Events: Events{URL: LocalEvents, StreamKeep: time.Hour},
		Mail:   Mail{From: "no-reply@localhost"},
		Media:  Media{URL: "database:"},
		Auth:   Auth{StaffSecondFactor: "optional", StepUpAge: 10 * time.Minute},
		Limits: Limits{
			Enabled:                 true,
			Login:                   "30/1m",
			Register:                "20/1h",
			RegisterEmail:           "3/1h",
			CodeEmail:               "1/1m,5/1h",
			CodeMails:               "3/3h",
			Code:                    "20/1h",
			Verify:                  "60/1h",
			EmailChange:             "3/1h",
			Refresh:                 "30/1m",
			WholesaleApply:          "5/24h",
			WholesaleEmail:          "3/24h",
			Withdrawal:              "10/1h",
			WithdrawalEmail:         "3/1h",
			Checkout:                "10/1m,60/1h",
			GuestCheckout:           "10/1h",
			GuestEmail:              "3/1h,10/24h",
			Redeem:                  "10/1h",
			Share:                   "10/1h",
			Reviews:                 "10/1h",
			Reads:                   "300/1m",
			ReadsAnonymous:          "120/1m",
			Writes:                  "300/1m",
			WritesAnonymous:         "300/1m",
			PromotionCodes:          "20/1h",
			PromotionCodesAnonymous: "100/1h",
			Admin:                   "600/1m",
			APIKey:                  "600/1m",
			Storefront:              "60000/1m",
			BadTokens:               "60/1m",
			WebhooksRefused:         "60/1m",
			WebhookTest:             "10/1m",
			MailTest:                "10/1h",
			VATID:                   "10/24h",
		},
		Payments: Payments{
			Deadline: 72 * time.Hour, CardDeadline: 30 * time.Minute, ProcessingDeadline: 14 * 24 * time.Hour, InvoiceDays: 14,
			ReadAfter: 15 * time.Minute, CardLeast: 50, CardMost: 99_999_999, StripeMethods: "automatic",
			StripeURL: "https://api.stripe.com",
		},
		Loyalty:   Loyalty{VoucherDays: 365},
		Ordering:  Ordering{LowStock: 5, OpenOrders: OpenLimits{5, 10, 20}, OpenUnits: OpenLimits{200, 400, 1000}},
		Wholesale: Wholesale{KeepDays: 180},
		Webhooks:  Webhooks{Concurrency: 16, KeepDays: 30},

		Storefront: Storefront{Enabled: true},
		Shop: Shop{
			Name: defaultShopName, Country: "DE", TimeZone: "Europe/Berlin", GuestCheckout: true,
			TaxRates:        TaxRates{"DE": {Standard: "19", Reduced: "7"}},
			WholesalePrices: "gross",
		},
		Withdrawal: Withdrawal{Days: 14},
		VAT:        VAT{VIESURL: "https://ec.europa.eu/taxation_customs/vies/rest-api", MaxAge: 720 * time.Hour},
		Invoices:   Invoices{RetentionYears: 8},
		Log:        Log{Level: "info", Format: "auto", Requests: "slow"},
	}
}
