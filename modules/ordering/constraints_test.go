package ordering

import (
	"testing"

	"orderd/test/kit"
)

// Behind what withdrawals look at stand the constraints of their tables.
func TestConstraintsOfWithdrawals(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201)
		s.declare(t, "ORD-0000000000", c.Email)
		delivered := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, delivered)
		s.withdraws(t, c, delivered, delivered.units(0, 1)).Require(t, 201)
		const unknown = "'0199d5a1-93c4-7a50-8b1c-6d2e3f405171'"
		kit.RequireRefused(t, s.DB, [][2]string{
			{"ordering_orders_withdrawal_days_check", "UPDATE ordering_orders SET withdrawal_days = -1"},
			{"ordering_orders_withdrawal_state_check", "UPDATE ordering_orders SET withdrawal_state = 'open'"},
			{"ordering_variants_withdrawal_excluded_check", "UPDATE ordering_variants SET withdrawal_excluded = 'sealed'"},
			{"ordering_order_items_withdrawal_excluded_check", "UPDATE ordering_order_items SET withdrawal_excluded = 'sealed'"},
			{"ordering_order_items_withdrawing_check", "UPDATE ordering_order_items SET withdrawing = quantity + 1"},
			{"ordering_order_items_withdrawing_check", "UPDATE ordering_order_items SET withdrawing = quantity WHERE in_return > 0"},
			{"ordering_order_items_withdrawing_check", "UPDATE ordering_order_items SET withdrawing = -1"},
			{"ordering_withdrawals_state_check", "UPDATE ordering_withdrawals SET state = 'open' WHERE state = 'matched'"},
			{"ordering_withdrawals_order_fkey", "UPDATE ordering_withdrawals SET order_id = " + unknown},
			{"ordering_withdrawals_suggested_fkey", "UPDATE ordering_withdrawals SET suggested_order_id = " + unknown},
			{"ordering_withdrawals_refund_check", "UPDATE ordering_withdrawals SET refund_cents = -1 WHERE state = 'matched'"},
			{"ordering_withdrawals_matched_check", "UPDATE ordering_withdrawals SET state = 'matched' WHERE state = 'received'"},
			{"ordering_withdrawals_matched_check", "UPDATE ordering_withdrawals SET refund_cents = NULL WHERE state = 'matched'"},
			{"ordering_withdrawals_contested_check", "UPDATE ordering_withdrawals SET reason = 'x' WHERE state = 'matched'"},
			{"ordering_withdrawals_contested_check", "UPDATE ordering_withdrawals SET state = 'contested' WHERE state = 'received'"},
			{"ordering_withdrawals_settled_check", "UPDATE ordering_withdrawals SET state = 'settled' WHERE state = 'matched'"},
			{"ordering_withdrawal_items_quantity_check", "UPDATE ordering_withdrawal_items SET quantity = 0 WHERE waiting = 0"},
			{"ordering_withdrawal_items_waiting_check", "UPDATE ordering_withdrawal_items SET waiting = quantity + 1"},
			{"ordering_withdrawal_items_waiting_check", "UPDATE ordering_withdrawal_items SET waiting = -1"},
			{"ordering_withdrawal_items_withdrawal_fkey", "UPDATE ordering_withdrawal_items SET withdrawal_id = " + unknown},
			{"ordering_withdrawal_items_item_fkey", "UPDATE ordering_withdrawal_items SET order_item_id = " + unknown},
			{"ordering_withdrawal_items_pkey", "INSERT INTO ordering_withdrawal_items SELECT * FROM ordering_withdrawal_items"},
			{"ordering_returns_statutory_check", "UPDATE ordering_returns SET statutory = FALSE"},
			{"ordering_returns_statutory_check", "UPDATE ordering_returns SET withdrawal_id = NULL"},
		})
	})
}

// Behind the taxes that are worked out stand the constraints of the orders' tables: in price mode
// net the amounts are without VAT, and what goes back is with it.
func TestConstraintsOfTaxes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		s.do(t, s.place(t, c, payByBankTransfer, s.mokaAndCup(t)), "mark-paid", nil)
		// As if its amounts were without VAT: the total stays.
		const net = "UPDATE ordering_orders SET price_mode = 'net', subtotal_cents = subtotal_cents - tax_cents, "
		kit.RequireRefused(t, s.DB, [][2]string{
			{"ordering_orders_price_mode_check", "UPDATE ordering_orders SET price_mode = 'x', tax_cents = 0"},
			{"ordering_orders_sum_check", "UPDATE ordering_orders SET total_cents = total_cents + 1"},
			{"ordering_orders_sum_check", "UPDATE ordering_orders SET total_cents = total_cents + tax_cents"},
			{"ordering_orders_net_check", "UPDATE ordering_orders SET price_mode = 'net'"},
			{"ordering_orders_returned_check", "UPDATE ordering_orders SET returned_cents = -1"},
			{"ordering_orders_returned_check", "UPDATE ordering_orders SET returned_cents = subtotal_cents - discount_cents + 1"},
			{"ordering_orders_returned_check", net + "returned_cents = subtotal_cents - discount_cents + 1"},
			{"ordering_orders_cancelled_goods_check", "UPDATE ordering_orders SET cancelled_goods_cents = -1"},
			{"ordering_orders_cancelled_goods_check",
				"UPDATE ordering_orders SET cancelled_goods_cents = subtotal_cents - discount_cents + 1"},
			{"ordering_orders_cancelled_goods_check", net + "cancelled_goods_cents = subtotal_cents - discount_cents + 1"},
			{"ordering_orders_refunding_shipping_check", "UPDATE ordering_orders SET refunding_shipping_cents = -1"},
			{"ordering_orders_refunding_shipping_check", "UPDATE ordering_orders SET refunding_shipping_cents = shipping_cents + 1"},
			{"ordering_orders_refunding_shipping_check", net + "refunding_shipping_cents = shipping_cents + tax_cents + 1"},
			{"ordering_order_items_category_check", "UPDATE ordering_order_items SET category = 'X'"},
			{"ordering_order_items_tax_check", "UPDATE ordering_order_items SET category = NULL"},
			{"ordering_order_items_tax_check", "UPDATE ordering_order_items SET net_cents = NULL"},
			{"ordering_order_items_tax_check", "UPDATE ordering_order_items SET tax_cents = NULL"},
			{"ordering_order_items_tax_check", "UPDATE ordering_order_items SET tax_cents = tax_cents + 1"},
			{"ordering_order_items_tax_check", "UPDATE ordering_order_items SET net_cents = net_cents + tax_cents, tax_cents = -1"},
			{"ordering_order_items_undone_check", "UPDATE ordering_order_items SET undone = quantity + 1"},
			{"ordering_order_items_undone_check", "UPDATE ordering_order_items SET undone_cents = net_cents + tax_cents + 1"},
			{"ordering_order_items_undone_check", "UPDATE ordering_order_items SET undone_cents = -1"},
			{"ordering_buyers_vat_status_check", "UPDATE ordering_buyers SET vat_status = 'x'"},
			{"ordering_buyers_vat_erased_check", "UPDATE ordering_buyers SET erased = TRUE, email = '', full_name = '', vat_id = 'DE129273398'"},
			{"ordering_timeline_billing_changed_check", "UPDATE ordering_timeline SET billing_changed = TRUE WHERE status <> 'processing'"},
		})
	})
}
