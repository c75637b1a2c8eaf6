// Documents for the specs: a seller, without whom the shop issues none, and orders with an invoice.

import { expect } from '@playwright/test';
import type { Order, Shop } from './shop';

export interface Issued {
  id: string;
  number: string;
  kind: string;
}

const seller = {
  name: 'Moka & Co GmbH', line1: 'Torstraße 12', postalCode: '10119', city: 'Berlin', country: 'DE', email: 'hello@moka.example', vatId: 'DE129273398',
};

/** Gives the shop a seller. */
export const sell = (shop: Shop) => shop.asAdmin('PUT', '/v1/admin/settings/seller', seller);

/** The documents of an order, newest first, once there are as many and their files are made. */
export async function documentsOf(shop: Shop, order: { id: string }, count: number): Promise<Issued[]> {
  const made = async () => (
    await shop.asAdmin<{ meta: { total: number } }>('GET', `/v1/admin/events?name=invoices.document_issued.v1&key=${order.id}&limit=1`)
  ).meta.total;
  await expect.poll(made, { timeout: 60_000 }).toBe(count);
  return (await shop.asAdmin<{ data: Issued[] }>('GET', `/v1/admin/invoices?orderId=${order.id}`)).data;
}

/** An order that was paid and is being packed, in a shop that has a seller. */
export async function packedOrder(shop: Shop, fullName: string): Promise<Order> {
  await sell(shop);
  const order = await shop.order(fullName);
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/mark-paid`);
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/process`);
  return order;
}

/** An order with an invoice whose files are made. */
export async function invoicedOrder(shop: Shop, fullName: string): Promise<{ order: Order; invoice: Issued }> {
  const order = await packedOrder(shop, fullName);
  // The documents learn of the payment after it was answered.
  await expect(async () => { await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/invoice`); }).toPass({ timeout: 60_000 });
  const [invoice] = await documentsOf(shop, order, 1);
  return { order, invoice: invoice! };
}
