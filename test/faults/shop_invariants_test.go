package faults

// shopInvariants are those of what the shop sells. Stock, money, points and ratings are conserved;
// what one module announces, the others have done once.
var shopInvariants = []invariant{
	{"an order is announced once", `
		SELECT o.number FROM ordering_orders o LEFT JOIN events e ON e.name = 'ordering.order_placed.v1' AND e.key = CAST(o.id AS text)
		GROUP BY o.id, o.number HAVING count(e.seq) <> 1`},
	{"no order is announced that does not exist", `
		SELECT e.key FROM events e LEFT JOIN ordering_orders o ON e.key = CAST(o.id AS text)
		WHERE e.name = 'ordering.order_placed.v1' AND o.id IS NULL`},
	{"an order begins its timeline once", `
		SELECT o.number FROM ordering_orders o LEFT JOIN ordering_timeline e ON e.order_id = o.id AND e.status = 'placed'
		GROUP BY o.id, o.number HAVING count(e.id) <> 1`},
	{"an order that is cancelled was announced so, once, and no other", `
		SELECT o.number FROM ordering_orders o LEFT JOIN events e ON e.name = 'ordering.order_cancelled.v1' AND e.key = CAST(o.id AS text)
		GROUP BY o.id, o.number, o.status HAVING count(e.seq) <> CASE WHEN o.status = 'cancelled' THEN 1 ELSE 0 END`},
	{"a cart that became an order is gone", `
		SELECT o.number FROM ordering_orders o JOIN ordering_carts c ON c.id = o.cart_id`},
	{"an order is the sum of its lines", `
		SELECT o.number FROM ordering_orders o LEFT JOIN ordering_order_items i ON i.order_id = o.id
		GROUP BY o.id, o.number, o.subtotal_cents, o.discount_cents
		HAVING count(i.id) = 0 OR o.subtotal_cents <> sum(i.line_total_cents) OR o.discount_cents <> sum(i.discount_cents)`},
	{"the lines of an order bear its VAT, and the shipping the rest", `
		SELECT o.number FROM ordering_orders o JOIN ordering_order_items i ON i.order_id = o.id
		WHERE o.taxes <> '[]' OR i.net_cents IS NOT NULL -- not of a release that did not keep them
		GROUP BY o.id, o.number, o.tax_cents, o.total_cents, o.shipping_cents, o.price_mode
		HAVING count(i.net_cents) <> count(i.id) OR sum(i.tax_cents) > o.tax_cents OR o.total_cents - sum(i.net_cents + i.tax_cents)
			<> o.shipping_cents + CASE o.price_mode WHEN 'net' THEN o.tax_cents - sum(i.tax_cents) ELSE 0 END`},
	{"an order is sent back no more than its refunds, and they no more than was paid", `
		SELECT o.number FROM ordering_orders o LEFT JOIN ordering_refunds r ON r.order_id = o.id
		GROUP BY o.id, o.number, o.refunding_cents, o.refunded_cents, o.paid_cents
		HAVING o.refunding_cents <> coalesce(sum(CASE WHEN r.status <> 'failed' THEN r.amount_cents END), 0)
			OR o.refunded_cents <> coalesce(sum(CASE WHEN r.status = 'succeeded' THEN r.amount_cents END), 0) OR o.refunding_cents > o.paid_cents`},
	{"the ledger of stock sums to the stock", `
		SELECT CAST(s.variant_id AS text) FROM ordering_stock s LEFT JOIN ordering_stock_ledger l ON l.variant_id = s.variant_id
		GROUP BY s.variant_id, s.on_hand, s.reserved
		HAVING s.on_hand <> coalesce(sum(l.on_hand_delta), 0) OR s.reserved <> coalesce(sum(l.reserved_delta), 0)`},
	{"what came is on hand, was written off or was sent, and what is reserved is in orders", `
		SELECT CAST(s.variant_id AS text) FROM ordering_stock s
		LEFT JOIN (SELECT variant_id, sum(on_hand_delta) AS came FROM ordering_stock_ledger
		WHERE reason IN ('count', 'adjust', 'write_off') GROUP BY variant_id) l
			ON l.variant_id = s.variant_id
		LEFT JOIN (SELECT i.variant_id, sum(i.shipped - i.returned) AS sent, sum(CASE WHEN o.status = 'cancelled' THEN 0
			ELSE i.quantity - i.cancelled - i.shipped - i.unreserved END) AS held
			FROM ordering_order_items i JOIN ordering_orders o ON o.id = i.order_id GROUP BY i.variant_id) i ON i.variant_id = s.variant_id
		WHERE s.on_hand <> coalesce(l.came, 0) - coalesce(i.sent, 0) OR s.reserved <> coalesce(i.held, 0)`},
	{"what checkouts count with names the active automatic promotions, and no other", `
		SELECT CAST(p.id AS text) FROM ordering_automatic_promotions p
		LEFT JOIN ordering_settings s ON s.name = 'automatic_promotions' AND s.value LIKE '%' || CAST(p.id AS text) || '%'
		WHERE p.active <> (s.name IS NOT NULL)`},
	{"a promotion is used by the orders that it took something off", `
		SELECT p.code FROM ordering_promotions p LEFT JOIN ordering_orders o ON o.promotion_id = p.id AND o.status <> 'cancelled'
		GROUP BY p.id, p.code, p.used HAVING p.used <> count(o.id)`},
	{"a voucher is spent by one order that stands, and its owner sees so", `
		SELECT v.code FROM ordering_vouchers v LEFT JOIN ordering_orders o ON o.id = v.order_id LEFT JOIN loyalty_vouchers l ON l.id = v.id
		WHERE v.status = 'spent' AND (o.id IS NULL OR o.status = 'cancelled' OR o.user_id <> v.user_id) OR l.status <> v.status
			OR l.points <> v.points`},
	{"the ledger of points sums to the balance, and what was redeemed is in vouchers", `
		SELECT CAST(m.user_id AS text) FROM loyalty_members m WHERE m.balance < 0 OR m.debt < 0 OR (m.balance > 0 AND m.debt > 0)
			OR m.balance - m.debt <> (SELECT coalesce(sum(points), 0) FROM loyalty_entries e WHERE e.user_id = m.user_id)
			OR m.redeemed <> (SELECT coalesce(sum(points), 0) FROM loyalty_vouchers v WHERE v.user_id = m.user_id AND NOT v.voided)`},
	{"an order earns once", `
		SELECT e.key FROM events e LEFT JOIN loyalty_entries l ON l.kind = 'order' AND CAST(l.reference AS text) = e.key
		WHERE e.name = 'ordering.order_earned.v1' GROUP BY e.key HAVING count(DISTINCT e.seq) > 1 OR count(l.id) > 1`},
	{"a saved recipient was ordered for", `
		SELECT CAST(p.id AS text) FROM recipients_recipients p LEFT JOIN ordering_orders o ON o.recipient_id = p.id
		GROUP BY p.id, p.total_orders HAVING p.total_orders > count(o.id)`},
	{"a product's rating is that of its visible reviews, in the catalogue too", `
		SELECT CAST(p.id AS text) FROM reviews_products p
		LEFT JOIN (SELECT product_id, sum(rating) AS stars, count(*) AS n FROM reviews_reviews WHERE status = 'visible'
		GROUP BY product_id) r ON r.product_id = p.id
		LEFT JOIN catalog_products c ON c.id = p.id
		WHERE p.rating_sum <> coalesce(r.stars, 0) OR p.rating_count <> coalesce(r.n, 0) OR c.rating_sum <> p.rating_sum
			OR c.rating_count <> p.rating_count`},
	{"the price that is in force is that of each variant on sale", `
		SELECT v.sku FROM catalog_variants v JOIN catalog_products p ON p.id = v.product_id
		LEFT JOIN catalog_prices c ON c.variant_id = v.id AND c.until IS NULL
		WHERE (p.status = 'active' AND v.sold) <> (c.price IS NOT NULL) OR c.price <> v.price`},
	{"a picture is announced once, when it can be shown", `
		SELECT CAST(f.id AS text) FROM media_files f LEFT JOIN events e ON e.name = 'media.uploaded.v1' AND e.key = CAST(f.id AS text)
		WHERE f.status <> 'removing' GROUP BY f.id, f.status
		HAVING count(e.seq) <> CASE WHEN f.status = 'uploading' THEN 0 ELSE 1 END`},
	{"a smaller copy of a picture that is ready has its bytes, once", `
		SELECT c.object FROM media_webp_renditions r JOIN media_chunks c ON c.object = CAST(r.media_id AS text) || '/' || r.width || '.webp'
		WHERE r.status = 'ready' GROUP BY c.object, r.bytes HAVING sum(length(c.content)) <> r.bytes
		UNION ALL
		SELECT CAST(r.media_id AS text) FROM media_webp_renditions r WHERE r.status = 'ready' AND NOT EXISTS (
			SELECT 1 FROM media_chunks c WHERE c.object = CAST(r.media_id AS text) || '/' || r.width || '.webp')`},
	{"a claimed order is announced once, and earns at most once", `
		SELECT e.key FROM events e LEFT JOIN loyalty_entries l ON l.kind = 'order' AND CAST(l.reference AS text) = e.key
		WHERE e.name = 'ordering.order_claimed.v1' GROUP BY e.key HAVING count(DISTINCT e.seq) > 1 OR count(l.id) > 1`},
	{"a buyer hears of each order once, and a guest never", `
		SELECT e.key FROM events e LEFT JOIN notifications_items n ON n.event_id = e.id AND n.kind = 'order_placed'
		WHERE e.name = 'ordering.order_placed.v1' AND e.subject IS NOT NULL GROUP BY e.key, e.actor
		HAVING count(n.id) <> CASE WHEN e.actor LIKE 'guest:%' THEN 0 ELSE 1 END`},
	{"a buyer is written to of each order once, a guest of the first three", `
		SELECT e.key FROM events e LEFT JOIN mailer_letters l ON l.event_id = e.id
		WHERE e.name = 'ordering.order_placed.v1' AND e.subject IS NOT NULL GROUP BY e.key, e.actor
		HAVING count(l.id) > 1 OR count(l.id) = 0 AND (e.actor NOT LIKE 'guest:%' OR 3 > (
			SELECT count(m.id) FROM events p JOIN mailer_letters m ON m.event_id = p.id WHERE p.name = 'ordering.order_placed.v1'
				AND p.actor = e.actor))`},
}

// unsettled is what the catalogue shows otherwise than it is, which it may for a second: what can
// be sold, and what was sold.
const unsettled = `
	SELECT v.sku FROM catalog_variants v LEFT JOIN ordering_stock s ON s.variant_id = v.id
	WHERE v.available <> coalesce(s.on_hand - s.reserved, 0)
	UNION ALL
	SELECT p.slug FROM catalog_products p
	LEFT JOIN (SELECT i.product_id, sum(i.quantity - i.cancelled) AS units FROM ordering_order_items i
	JOIN ordering_orders o ON o.id = i.order_id
		WHERE o.status <> 'cancelled' GROUP BY i.product_id) s ON s.product_id = p.id
	WHERE p.units <> coalesce(s.units, 0)`
