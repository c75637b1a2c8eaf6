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
		f := &secretFlows{world: w, t: t, api: w.api()}
		f.keep(password, adminPassword, secret, w.adminToken())
		f.account()
		f.wholesaleAccount()
		f.guestPaysByCard(cards)
		f.requireNoneIn(map[string]string{"the database": w.dump(), "the output": w.replicas[0].Output(), "the metrics": w.metrics(t)})
	}, "ORDERD_LOG_LEVEL=debug", "ORDERD_PAYMENTS_STRIPE_KEY="+stripe.Key, "ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET="+stripe.Secret,
		"ORDERD_PAYMENTS_STRIPE_URL="+cards.URL)
}

// secretFlows walks the flows and collects their secrets.
type secretFlows struct {
	*world
	t       *testing.T
	api     *kit.API
	secrets []string
}

func (f *secretFlows) keep(secrets ...string) { f.secrets = append(f.secrets, secrets...) }

// session posts for a session and keeps its tokens.
func (f *secretFlows) session(caller *kit.API, path string, body object) kit.Answer {
	f.t.Helper()
	a := caller.Do(f.t, "POST", path, body).Require(f.t, 200)
	f.keep(a.Text("accessToken"), a.Text("refreshToken"))
	return a
}

// mailedCode is the code in the n-th mail to an address.
func (f *secretFlows) mailedCode(email string, n int) string {
	f.t.Helper()
	code, err := f.code(f.t.Context(), email, n)
	if err != nil {
		f.t.Fatal(err)
	}
	f.keep(code)
	return code
}

// account registers a customer, logs in rightly and wrongly, and changes the password twice.
func (f *secretFlows) account() {
	t, api := f.t, f.api
	email, code := f.registered(t, "discreet")
	const wrongPhrase, phrase, another = "never the right phrase", "a phrase for one only", "another phrase for it"
	f.keep(code, phrase, another, wrongPhrase)

	api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": wrongCode(code)}).Require(t, 400)
	customer := api.As(f.session(api, "/v1/auth/verify-email", object{"email": email, "code": code}).Text("accessToken"))
	f.login(api, email, wrongPhrase).Require(t, 401)
	api.Do(t, "POST", "/v1/auth/login", object{"email": email, "password": wrongPhrase, "bogus": wrongPhrase}).Require(t, 422)
	api.Do(t, "POST", "/v1/auth/login", `{"email":"`+email+`","password":"`+wrongPhrase+`"`).Require(t, 400)
	session := f.session(api, "/v1/auth/login", object{"email": email, "password": password})
	f.session(api, "/v1/auth/refresh", object{"refreshToken": session.Text("refreshToken")})
	customer.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/auth/change-password",
		object{"currentPassword": password, "newPassword": phrase}).Require(t, 204)
	api.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/auth/forgot-password", object{"email": email}).Require(t, 202)
	code = f.mailedCode(email, 3) // registration, password changed, this one
	f.session(api.With("Idempotency-Key", "kept"), "/v1/auth/set-password", object{"email": email, "code": code, "password": another})
}

// wholesaleAccount applies, is approved and sets a password with the mailed code; then a token that
// is none is sent in both places.
func (f *secretFlows) wholesaleAccount() {
	t, business := f.t, someone("discreet")
	if err := errors.Join(f.apply(t.Context(), f.api, business), f.approve(t.Context(), f.asAdmin(), business)); err != nil {
		t.Fatal(err)
	}
	code := f.mailedCode(business, 2)
	f.session(f.api, "/v1/auth/set-password", object{"email": business, "code": code, "password": "a phrase for one only"})
	f.keep("not-a-token-but-secret")
	f.api.As("not-a-token-but-secret").Do(t, "GET", "/v1/users/me?access_token=not-a-token-but-secret", nil)
}

// guestPaysByCard fills a guest's cart, which a customer orders and pays by card.
func (f *secretFlows) guestPaysByCard(cards *stripe.Server) {
	t, api := f.t, f.api
	goods := f.openShop(t)
	guest := api.Do(t, "POST", "/v1/carts", nil).Require(t, 201).Text("cartToken")
	if err := goods.fill(t.Context(), api.With("X-Cart-Token", guest), 1); err != nil {
		t.Fatal(err)
	}
	_, access := f.customer("discreet")
	checkout := goods.checkout()
	checkout["paymentMethod"] = "card"
	paid := api.As(access).With("X-Cart-Token", guest).Do(t, "POST", "/v1/checkout", checkout).Require(t, 201)
	kit.Eventually(t, "the payment is prepared", func() error {
		if got := api.As(access).Do(t, "GET", "/v1/orders/"+paid.Text("id")+"/payment", nil); got.Status != 200 || got.At("clientSecret") == nil {
			return errors.New(string(got.Body))
		}
		return nil
	})
	f.sendStripeEvent(t, cards.Pay(cards.Intent(paid.Text("id"))))
	f.keep(guest, stripe.Key, stripe.Secret)
}

// requireNoneIn looks for the secrets in texts, by the place they come from.
func (f *secretFlows) requireNoneIn(texts map[string]string) {
	f.t.Helper()
	for place, text := range texts {
		if len(text) < 500 {
			f.t.Errorf("%s: only %q", place, text)
		}
		for _, one := range f.secrets {
			// Not as a part of another number or of the fraction of a second.
			if at := regexp.MustCompile(`(^|[^0-9A-Za-z.-])` + regexp.QuoteMeta(one) + `($|[^0-9A-Za-z])`).FindStringIndex(text); at != nil {
				f.t.Errorf("the secret %q stands in %s: …%s…", one, place, strings.ToValidUTF8(text[max(0, at[0]-200):min(len(text), at[1]+80)], "?"))
			}
		}
	}
}

// sendStripeEvent sends an event of Stripe's.
func (w *world) sendStripeEvent(t *testing.T, event []byte) {
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
