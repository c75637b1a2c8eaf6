// Package http measures the service's HTTP side and prints a table (make bench, about 5 minutes;
// one line of it: make bench ROW=Checkout/sustained). A figure that has a bar stands beside the
// floor's (test/bench/floor), measured on one PostgreSQL with the same data and tokens in rounds
// that take turns, so that both meet the same noise; it is the median of the rounds.
//
//   - Reads: the profile, a product page and lists of products of the demo shop, as everybody and
//     with a token, and when nothing has changed.
//   - Buyer: the 20 newest orders of a customer, the cart and the notifications.
//   - Storefront: the shop's pages beside the interface's own product, kept, after a change and for
//     somebody who is logged in; and a crawler, on the demo shop and among 100 000 products.
//   - Compression: the product list compressed beside the same as it is, from the service both
//     times, and the bytes of both and of the OpenAPI document.
//   - Checkout: an order of 3 lines whose events no consumer handles, without and with an
//     Idempotency-Key, and with limits on beside limits off; then for a minute with every consumer
//     at work, and how late these are.
//   - Access: what admins read with a key beside the same with a token, and guests' checkouts
//     beside those of users.
//   - Webhooks: checkouts with every consumer at work beside one live endpoint, and one that
//     refuses connections; deliveries a second; the time from an event to its receiver; a page of
//     the feed.
//   - Settings: the time from the answer to a change of a setting until another process on the
//     database counts with it.
//   - ColdStart: from the start of the process to its first 200, on an empty database and on a
//     migrated one.
//   - Idle: statements a second to PostgreSQL and memory of a service with the demo shop
//     and without requests.
package http
