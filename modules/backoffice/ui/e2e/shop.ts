// A service of the worker's own, filled with the demo shop, and what customers do in it over HTTP.

import { test as base, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const admin = { email: 'admin@example.com', password: 'a browser of goods and gods' };

/** An order of a guest, as checkout answers it. */
export interface Order {
  id: string;
  number: string;
  total: number;
  taxes: { rate: number; gross: number }[];
}

export class Shop {
  readonly url: string;
  /** Ends the service as a deployment does, and starts it again with the same data. */
  readonly halt: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Opens the order of the guest who ordered last. */
  orderToken = '';
  /** The card provider, which refuses payments on demand. */
  readonly cards: Cards;
  private token = '';
  private renewAt = 0;

  constructor({ url, halt, resume, cards }: Service) {
    this.url = url;
    this.cards = cards;
    this.halt = halt;
    this.resume = resume;
  }

  /** Calls an operation; fails the test when it is refused. */
  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: body instanceof FormData ? headers : { 'Content-Type': 'application/json', ...headers },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    this.orderToken = answer.headers.get('X-Order-Token') ?? this.orderToken;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** Calls an operation as another admin. */
  async asAdmin<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (Date.now() > this.renewAt) {
      const session = await this.call<{ accessToken: string; expiresIn: number }>('POST', '/v1/auth/login', admin);
      this.token = session.accessToken;
      this.renewAt = Date.now() + (session.expiresIn * 1000) / 2;
    }
    return this.call(method, path, body, { Authorization: `Bearer ${this.token}` });
  }

  /**
   * Orders as a guest two units each of the first products that have them. They are collected by
   * the method pickup, when it is given.
   */
  async order(fullName: string, lines = 1, paymentMethod: 'bank_transfer' | 'card' = 'bank_transfer', pickup?: string): Promise<Order> {
    const { cartToken } = await this.call<{ cartToken: string }>('POST', '/v1/carts', {});
    const cart = { 'X-Cart-Token': cartToken };
    const { data: products } = await this.call<{ data: { variants: { id: string; available: number }[]; id: string }[] }>(
      'GET', '/v1/products?limit=100&inStock=true',
    );
    // More than two: what the last orders took may not be off the list yet.
    for (const product of products.filter((p) => p.variants[0]!.available >= 6).slice(0, lines)) {
      await this.call('POST', '/v1/cart/items', { productId: product.id, variantId: product.variants[0]!.id, quantity: 2 }, cart);
    }
    const methods = await this.call<{ id: string }[]>('GET', '/v1/shipping-methods', undefined, cart);
    return this.call('POST', '/v1/checkout', {
      shippingMethodId: pickup ?? methods[0]!.id,
      paymentMethod,
      contact: { email: `${fullName.toLowerCase().replace(/\W+/g, '.')}@example.com`, fullName },
      shipTo: pickup ? undefined : { fullName, line1: 'Torstraße 12', postalCode: '10119', city: 'Berlin', country: 'DE' },
    }, cart);
  }

  /** Orders by card as a guest, and pays with what takes days: the money is on its way then. */
  async orderOnItsWay(fullName: string): Promise<Order> {
    const order = await this.order(fullName, 1, 'card');
    const token = { 'X-Order-Token': this.orderToken };
    await base.expect.poll(async () => (
      (await this.call<{ clientSecret: string | null }>('GET', `/v1/orders/${order.id}/payment`, undefined, token)).clientSecret
    )).not.toBeNull();
    this.cards.processes = true;
    const event = {
      id: `evt_${crypto.randomUUID()}`, object: 'event', type: 'payment_intent.processing',
      data: { object: { id: this.cards.intents.at(-1), object: 'payment_intent' } },
    };
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', cardsSecret).update(`${at}.${JSON.stringify(event)}`).digest('hex');
    await this.call('POST', '/v1/payments/webhooks/stripe', event, { 'Stripe-Signature': `t=${at},v1=${signature}` });
    const processing = async () => (await this.asAdmin<{ payment: { processing: boolean } }>('GET', `/v1/admin/orders/${order.id}`)).payment.processing;
    await base.expect.poll(processing).toBe(true);
    this.cards.processes = false;
    return order;
  }
}

/** Signs the events of the card provider. */
const cardsSecret = 'whsec_stand_in';

/** The contexts that the tests of a worker share, by their options: each loads the pages once. */
type Contexts = (browser: Browser, options: BrowserContextOptions) => Promise<BrowserContext>;

const shared = new WeakSet<BrowserContext>();

/**
 * Each worker has a shop; shop.url is also the address of the pages. A test begins signed in as
 * admin, in a tab of a context that it shares with others, so that the browser has the pages in its
 * cache. A test of sign-in, or of the session itself, has `test.use({ fresh: true })`: a context of
 * its own, signed out. `test.use({ empty: true })`, of a whole file, is a shop without the demo's
 * goods.
 */
export const test = base.extend<{ consoleErrors: string[]; fresh: boolean }, { empty: boolean; shop: Shop; contexts: Contexts }>({
  empty: [false, { option: true, scope: 'worker' }],
  shop: [
    async ({ empty }, use) => {
      const service = await start(empty);
      await use(new Shop(service));
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  contexts: [
    async ({}, use) => {
      const made = new Map<string, BrowserContext>();
      await use(async (browser, options) => {
        const key = JSON.stringify(options);
        const context = made.get(key) ?? (await browser.newContext(options));
        made.set(key, context);
        shared.add(context);
        return context;
      });
      for (const context of made.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  fresh: [false, { option: true }],
  baseURL: async ({ shop }, use) => use(shop.url),
  context: async ({ context, browser, contexts, fresh, baseURL, colorScheme, locale, timezoneId, viewport, contextOptions }, use) => {
    if (fresh) return use(context);
    await use(await contexts(browser, { ...contextOptions, baseURL, colorScheme, locale, timezoneId, viewport }));
  },
  page: async ({ context, fresh }, use) => {
    const page = await context.newPage();
    if (!fresh) await beginSignedIn(page);
    await use(page);
    await page.close();
  },
  // A page that writes an error or breaks its policy fails its test.
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        const { url } = message.location();
        if (message.type() === 'error' && !url.startsWith(unreachable)) errors.push(`${message.text()} ${url}`);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(errors);
      base.expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export const expect = base.expect;

/** Where a product's picture cannot be loaded from, in whatever list the product then stands. */
export const unreachable = 'https://10.0.0.1/';

/** Opens a session of the admin without the sign-in page, and forgets what a test chose before. */
async function beginSignedIn(page: Page) {
  const answer = await page.context().request.post('/v1/auth/login', { headers: { 'X-Refresh-Cookie': '1' }, data: admin });
  expect(answer.ok(), await answer.text()).toBe(true);
  await keepNothing(page);
  await page.evaluate(() => localStorage.setItem('signedIn', '1'));
}

/** Clears what the pages keep, from a document of their origin without scripts and with an icon. */
async function keepNothing(page: Page) {
  await page.route('**/admin/empty', (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }));
  await page.goto('/admin/empty');
  await page.unroute('**/admin/empty');
  await page.evaluate(() => localStorage.clear());
}

/** Signs in, as admin unless another is given, and opens the overview. */
export async function signIn(page: Page, who = admin) {
  if (shared.has(page.context()) && who === admin) await page.goto('/admin/');
  else await trySignIn(page, who);
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
}

/** Sends the sign-in form, whatever comes of it. */
export async function trySignIn(page: Page, who: typeof admin) {
  if (shared.has(page.context())) {
    await keepNothing(page);
    await page.context().clearCookies();
  }
  await page.goto('/admin/');
  await page.getByRole('textbox', { name: 'Email' }).fill(who.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until the page shows what it has read: nothing loads, and no row is a placeholder. */
export async function settled(page: Page) {
  // The title of the former page is in it, hidden, until the code of the next one has come.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/, { useInnerText: true });
  await expect(page.locator('main').locator('[aria-busy="true"], .MuiSkeleton-root, [role="progressbar"]')).toHaveCount(0);
}

/** Changes the address as a link of the menu does, without loading the application anew. */
export async function goTo(page: Page, path: string) {
  await page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/admin${path}`);
}

/** Goes to a page and waits until it shows what it has read. */
export async function visit(page: Page, path: string, heading: string | RegExp) {
  await goTo(page, path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await settled(page);
}

interface Service {
  url: string;
  halt: () => Promise<void>;
  resume: () => Promise<void>;
  cards: Cards;
  /** Ends the service and removes its data. */
  stop: () => Promise<void>;
}

interface Cards {
  url: string;
  refuses: boolean;
  /** What buyers have paid is on its way. */
  processes: boolean;
  /** The ids of the payments that were begun, oldest first. */
  intents: string[];
  stop: () => void;
}

/** Stands in for the card provider: it begins payments and reads them, or refuses them for good. */
async function standInForCards(): Promise<Cards> {
  const cards: Cards = { url: '', refuses: false, processes: false, intents: [], stop: () => void server.close() };
  const server = createHttpServer((request, answer) => {
    const known = cards.intents.find((id) => request.url!.includes(id));
    const intent = {
      object: 'payment_intent', id: known ?? `pi_${crypto.randomUUID()}`, client_secret: 'secret',
      status: cards.processes ? 'processing' : 'requires_payment_method',
      payment_method: cards.processes ? { id: 'pm_1', object: 'payment_method', type: 'sepa_debit' } : null,
    };
    if (!known && !cards.refuses) cards.intents.push(intent.id);
    answer.writeHead(cards.refuses ? 402 : 200, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify(cards.refuses ? { error: { type: 'card_error', code: 'card_declined' } } : intent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cards.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return cards;
}

async function start(empty: boolean): Promise<Service> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryStart(await freePort(), empty);
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (tries === 5 || !String(error).includes('address already in use')) throw error;
    }
  }
}

async function tryStart(port: number, empty: boolean): Promise<Service> {
  const data = mkdtempSync(join(tmpdir(), 'orderd-ui-'));
  const url = `http://localhost:${port}`;
  const cards = await standInForCards();
  let running = run(port, data, empty, cards);
  const stop = async () => {
    await end(running.process);
    cards.stop();
    rmSync(data, { recursive: true, force: true });
  };
  if (!(await running.says(empty ? / answers at / : /\d+ products are in it now/))) {
    await stop();
    throw new Error(`the service did not start:\n${running.output()}`);
  }
  return {
    url,
    cards,
    stop,
    halt: () => end(running.process),
    resume: async () => {
      running = run(port, data, empty, cards);
      await base.expect.poll(() => fetch(`${url}/admin/favicon.svg`).then((answer) => answer.ok, () => false), { timeout: 60_000 }).toBe(true);
    },
  };
}

/** Runs the service with its data in a folder, in dev mode unless the shop is to stay empty. */
function run(port: number, data: string, empty: boolean, cards: Cards) {
  const service = spawn(process.env.ORDERD ?? '../../../bin/orderd', ['serve', '--demo-pictures=6'], {
    env: {
      ...process.env,
      ...(empty ? { ORDERD_MAIL_URL: 'smtp://127.0.0.1:1', ORDERD_HTTP_PUBLIC_URL: `http://localhost:${port}` } : { ORDERD_DEV: 'true' }),
      ORDERD_DATA_DIR: data,
      ORDERD_HTTP_ADDR: `127.0.0.1:${port}`, // as make run has it
      ORDERD_OPS_ADDR: '127.0.0.1:0',
      ORDERD_ADMIN_EMAIL: admin.email,
      ORDERD_ADMIN_PASSWORD: admin.password,
      ORDERD_LIMITS_ENABLED: 'false',
      ORDERD_PAYMENTS_STRIPE_KEY: 'sk_test_stand_in',
      ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET: cardsSecret,
      ORDERD_PAYMENTS_STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
      ORDERD_PAYMENTS_STRIPE_URL: cards.url,
      ORDERD_SHOP_PRODUCT_URL: 'https://shop.example/products/{slug}',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  service.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  service.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  /** Waits for a line of the service; false when it ends before. */
  const says = (line: RegExp) =>
    new Promise<boolean>((resolve) => {
      const look = () => line.test(output) && resolve(true);
      service.stdout.on('data', look);
      service.stderr.on('data', look);
      service.once('exit', () => resolve(false));
    });
  return { process: service, says, output: () => output };
}

async function end(service: ChildProcess) {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  if (service.exitCode === null && service.signalCode === null && service.kill('SIGTERM')) await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
