// Package reviews lets customers say what they think of products, once each.
//
// It owns the tables reviews_reviews, reviews_products, reviews_authors and reviews_purchases. Its
// routes are in http.go, its consumers in subscribe.go.
//
// A review is visible until an admin hides it, with a reason that its author gets in a
// notification; shown again, it counts again. Its author may change it, hidden or not, and delete
// it. Every customer may review an active product; the review of a customer whose order of it was
// delivered is marked as a verified purchase. An author is shown by first name.
//
// A product's rating is the sum and the count of its visible reviews. It is stored in the product's
// row, which is locked before one of its reviews changes: every reviews.review_saved carries the
// rating that is exact after it.
//
// It publishes reviews.review_saved. It handles catalog.product_saved (what can be reviewed),
// identity.account_created and profile_changed (first names), ordering.order_delivered (who bought
// what), and identity.account_erased, which deletes the user's reviews and leaves a tombstone.
package reviews
