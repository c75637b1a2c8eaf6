// What the staff of the shop do over the API, and the mails that customers get.

import { expect } from '@playwright/test';
import { admin } from './service';

/** A product that a spec has made for itself. */
export interface Made {
  id: string;
  name: string;
  slug: string;
  version: string;
  variants: { id: string; sku: string; price: number }[];
}

export interface NewProduct {
  name: string;
  description?: string;
  price?: number;
  stock?: number;
  options?: { name: string; values: string[] }[];
  variants?: { sku: string; options: Record<string, string>; price: number }[];
}

export class Shop {
  private token = '';
  private renewAt = 0;

  constructor(readonly url: string) {}

  /** Calls an operation; fails the test when it is refused. */
  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  async asAdmin<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (Date.now() > this.renewAt) {
      const session = await this.call<{ accessToken: string; expiresIn: number }>('POST', '/v1/auth/login', admin);
      this.token = session.accessToken;
      this.renewAt = Date.now() + (session.expiresIn * 1000) / 2;
    }
    return this.call(method, path, body, { Authorization: `Bearer ${this.token}` });
  }

  /** Makes a product and puts it on the shelf. */
  async make({ name, description, price = 10, stock = 5, options = [], variants }: NewProduct): Promise<Made> {
    // At most 64 characters; what tells names apart stands at their end.
    const sku = name.toUpperCase().replace(/\W+/g, '-').slice(-60).replace(/^-/, '');
    const made = await this.asAdmin<Made>('POST', '/v1/admin/products', {
      name, description, status: 'active', taxClass: 'standard', options, variants: variants ?? [{ sku, price }],
    });
    await this.stock(made, stock);
    return made;
  }

  /** Makes a product of 200 variants. */
  makeMany(mark: string): Promise<Made> {
    const lengths = Array.from({ length: 100 }, (_, i) => `${i + 1} cm`);
    const colors = ['Red', 'Blue'];
    const sku = `ROPE-${mark.replace(/\W/g, '-')}`;
    return this.make({
      name: `Rope in 200 lengths ${mark}`,
      options: [{ name: 'Length', values: lengths }, { name: 'Color', values: colors }],
      variants: lengths.flatMap((Length, i) =>
        colors.map((Color) => ({ sku: `${sku}-${Color}-${i}`, options: { Length, Color }, price: 1 + i / 10 }))),
    });
  }

  /** Makes a product with a description of 20 000 characters. */
  makeLong(mark: string): Promise<Made> {
    const sentence = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze and other words of a very long description. ';
    return this.make({
      name: `A cup with a name that goes on and on, for those who like to read all of it before they drink ${mark}`,
      description: Array.from({ length: 20 }, () => sentence.repeat(11).slice(0, 1000)).join('\n').slice(0, 20_000),
    });
  }

  /** Counts the stock of all variants of a product, and waits until the shelf shows it. */
  async stock(of: Made, onHand: number) {
    const counted = of.variants.map(({ id }) => ({ variantId: id, onHand }));
    for (let first = 0; first < counted.length; first += 100) {
      const items = counted.slice(first, first + 100); // at most so many are counted at once
      // Ordering may not know a new variant yet.
      await expect(async () => { await this.asAdmin('PUT', '/v1/admin/stock', { items }); }).toPass();
    }
    await expect.poll(async () => {
      const { variants } = await this.call<{ variants: { available: number }[] }>('GET', `/v1/products/${of.slug}`);
      return variants[0]!.available;
    }).toBe(onHand);
  }

  /** Changes the price of a product with one variant, and waits until carts are counted with it. */
  async reprice(of: Made, price: number) {
    const [{ id, sku }] = of.variants as [Made['variants'][0]];
    await this.asAdmin('PATCH', `/v1/admin/products/${of.id}`, { variants: [{ id, sku, price }] });
    await expect.poll(async () => {
      const cart = await this.call<{ cartToken: string }>('POST', '/v1/carts', {});
      const { items } = await this.call<{ items: { unitPrice: number }[] }>(
        'POST', '/v1/cart/items', { productId: of.id, variantId: id, quantity: 1 }, { 'X-Cart-Token': cart.cartToken },
      );
      return items[0]!.unitPrice;
    }).toBe(price);
  }

  async archive(of: Made) {
    await this.asAdmin('PATCH', `/v1/admin/products/${of.id}`, { status: 'archived' });
  }

  /** Takes an order from the payment to the door. */
  async deliver(orderId: string) {
    const command = (verb: string, body?: unknown) => this.asAdmin('POST', `/v1/admin/orders/${orderId}/${verb}`, body);
    await command('mark-paid');
    await command('process');
    await command('ship', { carrier: 'DHL', trackingNumber: '00340434161094042557' });
    await command('deliver');
  }

  /** Publishes the shop's own texts, which the demo does not have. */
  async publishPages() {
    for (const kind of ['imprint', 'terms', 'privacy', 'withdrawal', 'shipping']) {
      for (const language of ['en', 'de']) {
        const title = { imprint: 'Imprint', terms: 'Terms', privacy: 'Privacy', withdrawal: 'Withdrawal', shipping: 'Delivery' }[kind]!;
        await this.asAdmin('PUT', `/v1/admin/pages/${kind}/${language}`, {
          title: language === 'de' ? `${title} (deutsch)` : title,
          text: '**Muster & Co**, Musterstraße 1\n\n# Your data\n\n- one\n- two\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n[Write to us](mailto:shop@example.com).',
        });
        await this.asAdmin('POST', `/v1/admin/pages/${kind}/${language}/publish`, {});
      }
    }
  }

  /** Waits for the newest mail to the address whose text matches, and returns the match. */
  async mailed(to: string, pattern: RegExp): Promise<RegExpMatchArray> {
    let found: RegExpMatchArray | null | undefined;
    await expect.poll(async () => {
      const mails = await this.call<{ text: string }[]>('GET', `/dev/mail.json?to=${encodeURIComponent(to)}`);
      found = mails.map((mail) => mail.text.match(pattern)).find((match) => match !== null);
      return Boolean(found);
    }, `a mail to ${to} with ${String(pattern)}`).toBe(true);
    return found!;
  }

  /** The code of the newest mail to the address that has one. It stands on a line of its own. */
  async code(to: string, digits: number): Promise<string> {
    return (await this.mailed(to, new RegExp(`^ *(\\d{${digits}})$`, 'm')))[1]!;
  }
}
