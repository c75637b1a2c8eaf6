package faults

import (
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

// After every flow that has to do with a secret, none of them stands in what the process printed,
// in its metrics, or in any row of any table.
func TestNoSecretIsKept(t *testing.T) {
	cards := stripe.New(t)
	each(t, func(t *testing.T, w *world) {
		api := w.api()
		var secrets []string
		keep := func(a kit.Answer) kit.Answer {
			secrets = append(secrets, a.Text("accessToken"), a.Text("refreshToken"))
			return a
		}
		email, code := w.registered(t, "discreet")
		phrase := "a phrase for one only"
		secrets = append(secrets, code, password, adminPassword, secret, w.adminToken(), phrase, "another phrase for it", "never the right phrase")

		api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": wrong(code)}).Require(t, 400)
		session := keep(api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": code}).Require(t, 200))
		customer := api.As(session.Text("accessToken"))
		w.login(api, email, "never the right phrase").Require(t, 401)
		api.Do(t, "POST", "/v1/auth/login", object{"email": email, "password": "never the right phrase", "bogus": "never the right phrase"}).Require(t, 422)
		api.Do(t, "POST", "/v1/auth/login", `{"email":"`+email+`","password":"never the right phrase"`).Require(t, 400)
		session = keep(w.login(api, email, password).Require(t, 200))
		keep(api.Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": session.Text("refreshToken")}).Require(t, 200))
		customer.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": password, "newPassword": phrase}).Require(t, 204)
		api.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/auth/forgot-password", object{"email": email}).Require(t, 202)
		code, err := w.code(t.Context(), email, 3) // registration, password changed, this one
		if err != nil {
			t.Fatal(err)
		}
		secrets = append(secrets, code)
		keep(api.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/auth/set-password", object{"email": email, "code": code, "password": "another phrase for it"}).Require(t, 200))

		business := someone("discreet")
		if err := w.apply(t.Context(), api, business); err != nil {
			t.Fatal(err)
		}
		if err := w.approve(t.Context(), w.asAdmin(), business); err != nil {
			t.Fatal(err)
		}
		if code, err = w.code(t.Context(), business, 2); err != nil {
			t.Fatal(err)
		}
		keep(api.Do(t, "POST", "/v1/auth/set-password", object{"email": business, "code": code, "password": phrase}).Require(t, 200))
		secrets = append(secrets, code)
		api.As("not-a-token-but-secret").Do(t, "GET", "/v1/users/me?access_token=not-a-token-but-secret", nil)

		goods := w.openShop(t)
		guest := api.Do(t, "POST", "/v1/carts", nil).Require(t, 201).Text("cartToken")
		if err := goods.fill(t.Context(), api.With("X-Cart-Token", guest), 1); err != nil {
			t.Fatal(err)
		}
		_, access := w.customer("discreet")
		checkout := goods.checkout()
		checkout["paymentMethod"] = "card"
		paid := api.As(access).With("X-Cart-Token", guest).Do(t, "POST", "/v1/checkout", checkout).Require(t, 201)
		kit.Eventually(t, "the payment is prepared", func() error {
			if got := api.As(access).Do(t, "GET", "/v1/orders/"+paid.Text("id")+"/payment", nil); got.Status != 200 || got.At("clientSecret") == nil {
				return errors.New(string(got.Body))
			}
			return nil
		})
		w.tellOf(t, cards.Pay(cards.Intent(paid.Text("id"))))
		secrets = append(secrets, guest, stripe.Key, stripe.Secret)

		for place, text := range map[string]string{"the database": w.dump(), "the output": w.replicas[0].Output(), "the metrics": w.metrics(t)} {
			if len(text) < 500 {
				t.Errorf("%s: only %q", place, text)
			}
			for _, one := range secrets {
				// Not as a part of another number or of the fraction of a second.
				if at := regexp.MustCompile(`(^|[^0-9A-Za-z.-])` + regexp.QuoteMeta(one) + `($|[^0-9A-Za-z])`).FindStringIndex(text); at != nil {
					t.Errorf("the secret %q stands in %s: …%s…", one, place, strings.ToValidUTF8(text[max(0, at[0]-200):min(len(text), at[1]+80)], "?"))
				}
			}
		}
	}, "ORDERD_LOG_LEVEL=debug", "ORDERD_PAYMENTS_STRIPE_KEY="+stripe.Key, "ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET="+stripe.Secret, "ORDERD_PAYMENTS_STRIPE_URL="+cards.URL)
}

// tellOf sends an event of Stripe's.
func (w *world) tellOf(t *testing.T, event []byte) {
	t.Helper()
	w.api().With("Stripe-Signature", stripe.Sign(event)).Do(t, "POST", "/v1/payments/webhooks/stripe", event).Require(t, 200)
}

func (w *world) metrics(t *testing.T) string {
	t.Helper()
	answer, err := http.Get(w.replicas[0].Ops + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
