package payments

import (
	"context"
	"time"

	"github.com/stripe/stripe-go/v84"

	"orderd/platform/money"
)

// readIntent reads the intent with its charge, by what it is paid and, once it has been paid, its
// refunds and disputes.
func (p *stripeProvider) readIntent(ctx context.Context, intentID string) (intentAnswer, error) {
	params := &stripe.PaymentIntentRetrieveParams{}
	params.AddExpand("latest_charge")
	params.AddExpand("payment_method")
	pi, err := p.client.V1PaymentIntents.Retrieve(ctx, intentID, params)
	if err != nil {
		return intentAnswer{}, classify(err)
	}
	answer := intentAnswer{
		ID: pi.ID, OrderID: pi.Metadata[metaOrder], Status: statusOfIntent(pi), BuyerSecret: pi.ClientSecret,
	}
	if answer.Status != intentOpen {
		answer.Type = typeOfIntent(pi)
	}
	if answer.Status != intentSucceeded {
		return answer, nil
	}
	answer.ReceivedAt = time.Unix(pi.Created, 0).UTC()
	if pi.LatestCharge != nil && pi.LatestCharge.Created > 0 {
		answer.ReceivedAt = time.Unix(pi.LatestCharge.Created, 0).UTC()
	}
	if string(pi.Currency) != currency {
		return answer, nil
	}
	answer.Received = money.Cents(pi.AmountReceived)
	if answer.Refunds, err = p.readRefunds(ctx, intentID); err != nil {
		return intentAnswer{}, classify(err)
	}
	if pi.LatestCharge == nil || pi.LatestCharge.Disputed {
		answer.Disputes, err = p.readDisputes(ctx, intentID)
	}
	return answer, classify(err)
}

func (p *stripeProvider) readRefunds(ctx context.Context, intentID string) (found []refundUpdate, err error) {
	params := &stripe.RefundListParams{PaymentIntent: &intentID}
	params.Limit = new(int64(listLimit))
	for r, err := range p.client.V1Refunds.List(ctx, params) {
		if err != nil {
			return nil, err
		}
		found = append(found, updateOfRefund(r))
	}
	return found, nil
}

// readDisputes reads the disputes, newest first.
func (p *stripeProvider) readDisputes(ctx context.Context, intentID string) (found []dispute, err error) {
	params := &stripe.DisputeListParams{PaymentIntent: &intentID}
	params.Limit = new(int64(listLimit))
	for d, err := range p.client.V1Disputes.List(ctx, params) {
		if err != nil {
			return nil, err
		}
		one := dispute{ID: d.ID, Status: statusOfDispute(d.Status), Amount: money.Cents(d.Amount)}
		if d.EvidenceDetails != nil && d.EvidenceDetails.DueBy > 0 {
			one.DueAt = new(time.Unix(d.EvidenceDetails.DueBy, 0).UTC())
		}
		found = append(found, one)
	}
	return found, nil
}

// listLimit is how many objects a page of a list has; the client reads all pages.
const listLimit = 100

// statusOfIntent is open for an intent that waits for the buyer. A refused card leaves it waiting,
// with the error of that attempt, and so does a debit that the bank sends back.
func statusOfIntent(pi *stripe.PaymentIntent) intentStatus {
	switch {
	case pi.Status == stripe.PaymentIntentStatusSucceeded:
		return intentSucceeded
	case pi.Status == stripe.PaymentIntentStatusCanceled:
		return intentCancelled
	case pi.Status == stripe.PaymentIntentStatusProcessing:
		return intentProcessing
	case pi.Status == stripe.PaymentIntentStatusRequiresPaymentMethod && pi.LastPaymentError != nil:
		return intentFailed
	}
	return intentOpen
}

// typeOfIntent is by what the buyer has paid, as Stripe calls it, or else by what the last attempt
// was that failed.
func typeOfIntent(pi *stripe.PaymentIntent) string {
	switch {
	case pi.PaymentMethod != nil && pi.PaymentMethod.Type != "":
		return string(pi.PaymentMethod.Type)
	case pi.LastPaymentError != nil && pi.LastPaymentError.PaymentMethod != nil:
		return string(pi.LastPaymentError.PaymentMethod.Type)
	case pi.LatestCharge != nil && pi.LatestCharge.PaymentMethodDetails != nil:
		return string(pi.LatestCharge.PaymentMethodDetails.Type)
	}
	return ""
}

// statusOfDispute is won also for a warning that was closed and for what an early refund prevented:
// no money went back by the dispute itself.
func statusOfDispute(s stripe.DisputeStatus) disputeStatus {
	switch s {
	case stripe.DisputeStatusLost:
		return disputeLost
	case stripe.DisputeStatusWon, stripe.DisputeStatusWarningClosed, stripe.DisputeStatusPrevented:
		return disputeWon
	}
	return disputeOpen
}
