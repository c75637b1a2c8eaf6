// Package loyalty is points: earned by sharing products and by orders, redeemed for vouchers.
//
// A member's points are the sum of a ledger that is only ever appended to. Every entry is written with one guarded UPDATE of
// the member's row, which numbers it and keeps the balance from becoming negative, so of two redemptions at once the second
// finds what the first has left. A voucher is loyalty's until it is issued; from then on ordering alone judges it, and what
// stands here follows ordering's word.
//
// What a return or a refund takes back beyond what is available is a debt. Unspent vouchers pay it first: ordering is asked to
// void them, one that is spent at the same moment stays spent, and the next one is asked for. Later credits pay the rest.
//
// It announces loyalty.voucher_issued, voucher_void_requested, points_changed and points_adjusted. It hears identity.account_created (since when
// somebody is a member) and account_erased, catalog.product_saved (what can be shared), ordering.order_earned,
// return_received and refund_settled (points come and go) and ordering.voucher_settled.
package loyalty
