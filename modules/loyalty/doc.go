// Package loyalty keeps points: customers earn them by sharing products and by orders, and redeem
// them for vouchers.
//
// It owns the tables loyalty_members, loyalty_entries, loyalty_shares, loyalty_vouchers,
// loyalty_accounts and loyalty_products. Its routes are in http.go, its consumers in subscribe.go.
//
// A member's points are the sum of a ledger to which entries are only ever added. Each entry is
// added together with one guarded UPDATE of the member's row, which numbers the entry and keeps the
// balance from becoming negative: of two redemptions at once, the second finds the balance that the
// first has left. A voucher is loyalty's until it is issued; from then on ordering decides about
// it, and its status here is a copy of ordering's.
//
// A return or a refund may reverse more points than the member has available. The rest is a debt.
// Unspent vouchers pay it first: loyalty requests ordering to void them, the newest first; a
// voucher that is spent at the same moment stays spent, and the next one is requested. Later
// credits pay the rest.
//
// It publishes loyalty.voucher_issued, voucher_void_requested, points_changed and points_adjusted.
// It handles identity.account_created (the date of membership) and account_erased,
// catalog.product_saved (what can be shared), ordering.order_earned, return_received and
// refund_settled (points are credited and reversed) and ordering.voucher_settled.
package loyalty
