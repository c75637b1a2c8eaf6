package app

import "orderd/platform/httpapi"

// apiDescription introduces the API in the OpenAPI document.
const apiDescription = `The ordering service of a shop: what its storefront and its administration are built on.

Failures are problems (RFC 9457): ` + "`code`" + ` is for programs and never changes, ` + "`detail`" +
	` is for people. Every writing request takes an
` + "`Idempotency-Key`" +
	`: sent again with the same body, it gets the same answer and has no second effect. ` +
	`Money is in EUR, times are RFC 3339 in UTC.
Every answer names its request in ` + "`X-Request-Id`" + `.`

// headings are the tags of the OpenAPI document in the order of a customer's story, and then those
// of the administration. A test checks that no operation uses another one.
var headings = []httpapi.Tag{
	{Name: "Accounts", Description: "Register, log in, refresh and end sessions, set and change passwords."},
	{Name: "Profile and addresses",
		Description: "The caller's profile and addresses, the export of personal data and its erasure."},
	{Name: "Catalog", Description: "Products, brands and categories as customers see them, with search and filters."},
	{Name: "Shop", Description: "Who the shop is, and its legal pages."},
	{Name: "Cart", Description: "The cart of a user or a guest, with its codes and the ways to ship it."},
	{Name: "Checkout", Description: "What an order would cost, and the order itself."},
	{Name: "Orders", Description: "The caller's orders: read, track, cancel, order again."},
	{Name: "Returns", Description: "Send something back after the delivery."},
	{Name: "Withdrawals", Description: "Withdraw from the contract of an order, with or without an account."},
	{Name: "Payments", Description: "How an order is paid, and the events of the card provider."},
	{Name: "Invoices", Description: "The invoices of orders, their corrections and cancellations, with their files."},
	{Name: "Saved recipients", Description: "The people whom the caller has sent orders to."},
	{Name: "Reviews", Description: "What buyers say of products, with a rating of 1 to 5."},
	{Name: "Loyalty", Description: "Points for orders and for sharing products, and the vouchers that points buy."},
	{Name: "Wholesale", Description: "Apply for a wholesale account, and see how the application stands."},
	{Name: "VAT ids", Description: "The VAT id of the caller's business, which the EU's VIES checks."},
	{Name: "Notifications", Description: "The caller's messages, as a list and as a live stream."},

	{Name: "Administration: own account",
		Description: "The second factors of one of the staff, and proving again who uses a session."},
	{Name: "Administration: catalog",
		Description: "Make, change and archive products, brands and categories; import and export products."},
	{Name: "Administration: media", Description: "Upload pictures for products and brands."},
	{Name: "Administration: stock", Description: "How much there is of each variant, with every change on record."},
	{Name: "Administration: shipping and promotions",
		Description: "The ways to ship an order, and the codes that make it cheaper."},
	{Name: "Administration: orders",
		Description: "Find and export orders; pay, process, ship, deliver, cancel and refund them."},
	{Name: "Administration: returns", Description: "Approve, reject and receive returns."},
	{Name: "Administration: withdrawals", Description: "Match withdrawals with their orders, or contest them."},
	{Name: "Administration: refunds",
		Description: "Which refunds wait, and what became of those that staff send by hand."},
	{Name: "Administration: reports", Description: "What was sold, and how many orders there are."},
	{Name: "Administration: payments", Description: "What was asked of the card provider."},
	{Name: "Administration: bank statements",
		Description: "What the bank account has received, and the orders that it pays."},
	{Name: "Administration: invoices",
		Description: "Issue and replace invoices; export documents, and the VAT of a period."},
	{Name: "Administration: staff", Description: "Invite staff, give them roles."},
	{Name: "Administration: API keys", Description: "Let programs in, without a password."},
	{Name: "Administration: users", Description: "Find users, change their roles, disable them."},
	{Name: "Administration: reviews", Description: "Hide reviews, and show them again."},
	{Name: "Administration: loyalty", Description: "Correct the points of a user."},
	{Name: "Administration: wholesale", Description: "Decide on applications for wholesale accounts."},
	{Name: "Administration: VAT ids", Description: "Find the VAT ids of accounts, and confirm what was proved elsewhere."},
	{Name: "Administration: mail", Description: "The mails that were sent, wait or have failed."},
	{Name: "Administration: webhooks", Description: "Where events are sent, and what became of them."},
	{Name: "Administration: settings", Description: "Who the shop is, how it sells, and its legal pages."},
	{Name: "Administration: operations", Description: "The event log, the audit trail and the deliveries that failed."},
}
