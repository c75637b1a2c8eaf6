// Package reviews lets customers say what they think of products, once each.
//
// A review is visible until an admin hides it, with a reason that its author is told; shown again, it counts again. Its author may
// change it, hidden or not, and delete it. An active product can be reviewed by everybody; the reviews of those who had it delivered
// say so. An author is shown by first name.
//
// A product's rating is the sum and the count of its visible reviews. It is kept in the product's row, which is locked before one of
// its reviews changes: every reviews.review_saved carries the rating that is exact after it.
//
// It announces reviews.review_saved. It hears catalog.product_saved (what can be reviewed), identity.account_created and
// profile_changed (first names), ordering.order_delivered (who had what), and identity.account_erased, which deletes the user's
// reviews and leaves a tombstone.
package reviews
