// A customer of the shop with an account of their own. What they do goes over HTTP, as a storefront
// does it.

import { expect } from '@playwright/test';
import { mailedCode } from './people';
import type { Order, Shop } from './shop';

/** An order with its lines, as its buyer reads it. */
export interface OwnOrder extends Order {
  items: { id: string; sku: string; unitPrice: number; quantity: number }[];
}

export class Customer {
  readonly email: string;
  private token = '';

  private constructor(private readonly shop: Shop, readonly fullName: string) {
    this.email = `${fullName.toLowerCase().replace(/\W+/g, '.')}@example.com`;
  }

  /** Registers with the code that is mailed, and saves an address. */
  static async register(shop: Shop, fullName: string): Promise<Customer> {
    const customer = new Customer(shop, fullName);
    const password = `a phrase of ${fullName}`;
    const { registrationId } = await shop.call<{ registrationId: string }>('POST', '/v1/auth/register', { email: customer.email, password, fullName });
    const code = await mailedCode(shop, customer.email, 6);
    const session = await shop.call<{ accessToken: string }>('POST', '/v1/auth/verify-email', { email: customer.email, code, registrationId });
    customer.token = session.accessToken;
    await customer.call('POST', '/v1/users/me/addresses', { fullName, line1: 'Lindenallee 1', postalCode: '10119', city: 'Berlin', country: 'DE' });
    return customer;
  }

  call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.shop.call(method, path, body, { Authorization: `Bearer ${this.token}` });
  }

  /** Orders variants by their SKUs, with bank transfer unless another method is given. */
  async order(lines: Record<string, number>, paymentMethod = 'bank_transfer'): Promise<OwnOrder> {
    for (const [sku, quantity] of Object.entries(lines)) {
      const { productId, variantId } = await variantOf(this.shop, sku);
      await this.call('POST', '/v1/cart/items', { productId, variantId, quantity });
    }
    const methods = await this.call<{ id: string }[]>('GET', '/v1/shipping-methods');
    let order: OwnOrder | undefined;
    // Ordering may not know the address yet.
    await expect(async () => {
      order = await this.call<OwnOrder>('POST', '/v1/checkout', { shippingMethodId: methods[0]!.id, paymentMethod });
    }).toPass({ timeout: 30_000 });
    return order!;
  }
}

/** The ids of the variant with the SKU. */
export async function variantOf(shop: Shop, sku: string): Promise<{ productId: string; variantId: string }> {
  const { data } = await shop.call<{ data: { id: string; variants: { id: string; sku: string }[] }[] }>('GET', '/v1/products?limit=100');
  for (const product of data) {
    const variant = product.variants.find((v) => v.sku === sku);
    if (variant) return { productId: product.id, variantId: variant.id };
  }
  throw new Error(`no variant ${sku}`);
}
