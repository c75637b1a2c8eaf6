// A purchase with the client of oapi-codegen:
//
//	go tool oapi-codegen -config oapi-codegen.yaml openapi.json
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"time"

	"github.com/oapi-codegen/runtime/types"

	"orderd/clients/shop"
)

func main() {
	ctx := context.Background()
	baseURL := "http://127.0.0.1:8080"
	if len(os.Args) > 1 {
		baseURL = os.Args[1]
	}
	token := ""
	api := must(shop.NewClientWithResponses(baseURL, shop.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	})))

	// Register, prove the address with the code from the mail, and log in.
	email, password := types.Email(fmt.Sprintf("go.%d@example.com", time.Now().UnixMilli())), "correct horse battery"
	registered := must(api.RegisterWithResponse(ctx, nil, shop.RegisterRequest{
		Email: email, Password: password, FullName: "Ada Lovelace",
	}))
	verified := must(api.VerifyEmailWithResponse(ctx, nil, shop.VerifyEmailRequest{
		Email: email, Code: codeFor(baseURL, string(email)), RegistrationId: &answer(registered.JSON202, registered.Body).RegistrationId,
	}))
	answer(verified.JSON200, verified.Body)
	loggedIn := must(api.LoginWithResponse(ctx, nil, shop.LoginRequest{Email: email, Password: password}))
	token = answer(loggedIn.JSON200, loggedIn.Body).AccessToken

	// The checkout sends to the default address of the account, which is its first.
	address := must(api.AddAddressWithResponse(ctx, nil, shop.AddressRequest{
		FullName: "Ada Lovelace", Line1: "Torstraße 12", PostalCode: new("10119"), City: new("Berlin"), Country: "DE",
	}))
	answer(address.JSON201, address.Body)

	// Put two different things into the cart: one of the first, two of the second.
	listed := must(api.ListProductsWithResponse(ctx, &shop.ListProductsParams{
		InStock: new(true), Sort: new(shop.ProductSortName), Limit: new(shop.LimitParameter(2)),
	}))
	products := answer(listed.JSON200, listed.Body).Data
	expect("products", len(products), 2)
	goods := int64(0)
	for i, product := range products {
		variant, quantity := product.Variants[0], int32(i+1)
		added := must(api.AddCartItemWithResponse(ctx, nil, shop.AddCartItemRequest{
			ProductId: product.Id, VariantId: &variant.Id, Quantity: quantity,
		}))
		answer(added.JSON201, added.Body)
		goods += cents(variant.Price) * int64(quantity)
	}

	// A request that is not valid is answered with everything that is wrong with it.
	none := must(api.AddCartItemWithResponse(ctx, nil, shop.AddCartItemRequest{ProductId: products[0].Id, Quantity: 0}))
	fields := *answer(none.ApplicationproblemJSON422, none.Body).Errors
	expect("what is wrong", fmt.Sprint(fields[0].Pointer, " ", fields[0].Code), "/quantity out_of_range")

	// Express, and the total as the customer has seen it.
	methods := must(api.ListShippingOptionsWithResponse(ctx, &shop.ListShippingOptionsParams{Country: new(shop.Country("DE"))}))
	var express shop.ShippingOption
	for _, method := range *answer(methods.JSON200, methods.Body) {
		if method.Name == "Express" {
			express = method
		}
	}
	total := goods + cents(express.Price)

	// A checkout whose expectedTotal is not what the order costs is refused, and says what it
	// costs.
	checkout := shop.CheckoutRequest{ShippingMethodId: express.Id, PaymentMethod: shop.PaymentMethodBankTransfer, ExpectedTotal: new(euros(total - 1))}
	refused := must(api.CheckoutWithResponse(ctx, nil, checkout))
	problem := answer(refused.ApplicationproblemJSON409, refused.Body)
	expect("code", must(problem.Discriminator()), "total_changed")
	expect("currentTotal", must(problem.AsTotalChangedProblem()).CurrentTotal, euros(total))

	// The key makes it safe to send the checkout again when its answer is lost.
	checkout.ExpectedTotal = new(euros(total))
	placed := must(api.CheckoutWithResponse(ctx, &shop.CheckoutParams{IdempotencyKey: new(rand.Text())}, checkout))
	order := answer(placed.JSON201, placed.Body)
	expect("total", cents(order.Total), total)

	// How to pay, and what has happened so far.
	payment := must(api.GetOrderPaymentWithResponse(ctx, order.Id))
	expect("payment", answer(payment.JSON200, payment.Body).Status, shop.PaymentStatusUnpaid)
	tracking := must(api.GetTrackingWithResponse(ctx, order.Id))
	expect("first event", answer(tracking.JSON200, tracking.Body).Events[0].Status, shop.TimelineStatusPlaced)
	got := must(api.GetOrderWithResponse(ctx, order.Id, nil))
	saved := answer(got.JSON200, got.Body)
	expect("lines", len(saved.Items), 2)
	expect("total", cents(saved.Total), total)

	fmt.Printf("go bought %s for %.2f %s\n", saved.Number, saved.Total, saved.Currency)
}

// Prices are JSON numbers of euros. Sums are made in whole cents, because 0.1 + 0.2 is not 0.3 in
// binary.
func cents(euros float64) int64 { return int64(math.Round(euros * 100)) }
func euros(cents int64) float64 { return float64(cents) / 100 }

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// answer returns the data of the status that is expected. When another came, body is the problem.
func answer[T any](data *T, body []byte) *T {
	if data == nil {
		log.Fatalf("%s", body)
	}
	return data
}

func expect[T comparable](what string, got, want T) {
	if got != want {
		log.Fatalf("%s: %v, want %v", what, got, want)
	}
}

// codeFor reads the code that was mailed to the address from the mailbox of dev mode, which is no
// part of the API.
func codeFor(baseURL, email string) string {
	for range 600 {
		response := must(http.Get(baseURL + "/dev/mail.json?to=" + url.QueryEscape(email)))
		var mails []struct{ Text string }
		err := json.NewDecoder(response.Body).Decode(&mails)
		response.Body.Close()
		if err != nil {
			log.Fatal(err)
		}
		if len(mails) > 0 {
			return regexp.MustCompile(`\b\d{6}\b`).FindString(mails[0].Text)
		}
		time.Sleep(100 * time.Millisecond)
	}
	log.Fatalf("no code was mailed to %s", email)
	return ""
}
