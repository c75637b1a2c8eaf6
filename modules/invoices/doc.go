// Package invoices issues the documents of orders: invoices, their corrections and cancellations.
// A document is frozen when it is issued (document.go): nothing that changes later changes it. Its
// two files, a PDF and an XML, are made of it alone, once, and their bytes are kept.
//
// It owns the tables invoices_orders, invoices_buyers, invoices_returns, invoices_settings,
// invoices_years, invoices_documents, invoices_rows and invoices_files. Its routes are in http.go,
// file_http.go, archive_http.go and report_http.go, its consumers in subscribe.go.
//
// An order has one invoice, issued at its first shipment, or before when staff want it; none while
// the shop has no seller. Every event of an order says what the shop claims of it. What the
// documents of an order charge beyond its claim is taken off by a correction, or by a cancellation
// when the order was cancelled (document_settle.go); they never charge more than before. So they
// charge in the end what the order claims. Staff may replace an invoice, by a cancellation and
// another invoice (document_issue.go), and one that names a payment which is taken back is replaced
// by itself. What a correction takes off which line, and the VAT of that, is document_ledger.go.
//
// A number is taken, and its document stored, in one transaction, which holds the numbers of the
// year until its commit (document_number.go): there is no gap, and no number twice. The database
// refuses to change or to delete a document, but for the end of its retention. The files follow
// within seconds, outside of any transaction (file_make.go); that commit publishes the document.
//
// pdf.go begins the PDF (PDF/A-3B, tagged, with the XML inside), xml.go the XML (UN/CEFACT Cross
// Industry Invoice D16B, profile EN 16931). Both are functions of a document without a clock, a
// database or a network: the same document has the same bytes.
//
// An erasure takes a buyer's documents off them: they are found no more. Staff still read them, for
// as long as the law has the shop keep them (tax.retentionYears); then persons, addresses and files
// go (jobs.go), and the numbers and sums stay.
//
// It publishes invoices.document_issued, invoice_requested and invoice_replaced. It handles the
// events of ordering that change an order's claim, its addresses, its payment or its buyer,
// shop.settings_saved, of which it copies the groups that documents read, and
// identity.account_erased and ordering.guest_erased. Orders from before there were documents are
// copied from the event log (former_orders.go), and get none.
package invoices
