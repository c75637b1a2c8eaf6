// Visitors of the storefront: what its pages ask the service for, what they weigh, and a purchase.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import createClient from 'openapi-fetch'

import { codeFor } from '../buyers/mailbox.ts'
import type { paths as AllPaths } from '../generated/openapi-fetch/schema.ts'
import type { paths } from '../generated/storefront/schema.ts'
import { freePort } from '../service.ts'
import { apiFor, Failed, must, type Backend } from './api.ts'
import { Browser, type Page } from './browser.ts'
import { buildProducts } from './build.ts'
import { picture } from './html.ts'
import { startStorefront } from './server.ts'
import { expire } from './session.ts'

const url = process.argv[2] ?? 'http://127.0.0.1:8080'
const backend: Backend = { url, key: await storefrontKey() }

// What the storefront gets from the service.
const answers: { path: string; status: number }[] = []
const realFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const answer = await realFetch(input, init)
  const { origin, pathname } = new URL(answer.url)
  if (origin === url) answers.push({ path: pathname, status: answer.status })
  return answer
}

const port = await freePort()
const shop = `http://127.0.0.1:${port}`
const server = await startStorefront(backend, port, true)
try {
  showPictures()
  await buyAsGuest()
  await stayLoggedIn()
  await weigh()
  await buildAll()
} finally {
  server.close()
  server.closeAllConnections()
}

/** requirePage is a page that was shown with at most so many calls beside those for the shell. */
function requirePage(name: string, page: Page, most: number): Page {
  assert.equal(page.status, 200, `${name}: ${page.html}`)
  assert(page.calls >= 1 && page.calls <= most, `${name}: ${page.calls} calls, at most ${most}`)
  return page
}

/** found is the first group of the pattern in a page. */
function found(page: Page, pattern: RegExp): string {
  const match = page.html.match(pattern)
  assert(match, `${pattern} is in ${page.html}`)
  return match[1]!
}

/** hidden are the fields of a form that its visitor does not see. */
function hidden(page: Page): Record<string, string> {
  return Object.fromEntries([...page.html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((m) => [m[1]!, m[2]!]))
}

async function buyAsGuest(): Promise<void> {
  const ada = new Browser(shop, '203.0.113.7')
  const home = requirePage('home', await ada.open('/'), 2)
  const category = requirePage('category', await ada.open(`/c/${found(home, /href="\/c\/([^"]+)"/)}`), 1)
  assert.match(category.html, /<li>[^<]+ \(\d+\)<\/li>/, 'its facets')
  const slug = found(category, /href="\/p\/([^"]+)"/)
  assert.match(category.html, /<img src="[^"]+"[^>]* width="\d+" height="\d+"/, 'room for the pictures')

  // Whatever is shown again costs no more than the question whether it has changed.
  for (let tries = 1; ; tries++) {
    answers.length = 0
    requirePage('home again', await ada.open('/'), 2)
    const statuses = answers.map(({ status }) => status)
    if (statuses.length === 4 && statuses.every((status) => status === 304)) break
    assert(tries < 50, `home again: ${statuses.join()}`) // what was just filled still changes
    await wait(100)
  }

  const product = requirePage('product', await ada.open(`/p/${slug}`), 2)
  const variantId = found(product, /<option value="([^"]+)">/)
  const added = await ada.submit('/cart', { ...hidden(product), variantId })
  assert.deepEqual([added.status, added.location, added.calls], [303, '/cart', 1])
  assert(ada.cookies.has('cart'))
  requirePage('cart', await ada.open('/cart'), 1)

  const checkout = requirePage('checkout', await ada.open('/checkout?shipTo.country=DE'), 2)
  const form = {
    ...hidden(checkout),
    'contact.email': `storefront.${Date.now()}@example.com`, 'contact.fullName': 'Ada Lovelace', 'shipTo.fullName': 'Ada Lovelace',
    'shipTo.line1': 'Torstraße 12', 'shipTo.postalCode': '10119', 'shipTo.city': 'Berlin', 'shipTo.country': 'DE',
    shippingMethodId: found(checkout, /<option value="([0-9a-f-]{36})"/), paymentMethod: 'bank_transfer',
  }
  const faulty = requirePage('faults', await ada.submit('/checkout', { ...form, 'shipTo.city': '', 'contact.email': 'ada' }), 3)
  for (const name of ['shipTo.city', 'contact.email']) assert.match(faulty.html, new RegExp(`name="${name}"[^>]* aria-invalid="true"`))
  assert.equal(faulty.html.match(/aria-invalid/g)?.length, 2)
  assert.equal(hidden(faulty).key, hidden(checkout).key, 'the form keeps its key')

  // The form comes back with the total as it is now.
  const dearer = requirePage('total changed', await ada.submit('/checkout', { ...form, expectedTotal: '0.01' }), 3)
  assert.match(dearer.html, /role="alert"/)
  const final = { ...form, ...hidden(dearer) }
  const clicks = await Promise.all([ada.submit('/checkout', final), ada.submit('/checkout', final)])
  assert.deepEqual(clicks.map(({ status }) => status), [303, 303])
  assert.equal(clicks[0].location, clicks[1].location, 'two clicks are one order')
  const order = requirePage('order', await ada.open(clicks[0].location ?? ''), 1)
  assert.match(order.html, /Waiting for your payment/)
  assert(!ada.cookies.has('cart'), 'the cart is an order now')

  const stranger = await new Browser(shop, '203.0.113.8').open(clicks[0].location ?? '')
  assert.deepEqual([stranger.status, stranger.location], [303, '/login'], 'the order is shown to nobody else')
  assert.equal((await ada.open('/p/there-is-none')).status, 404)
  const forged = await realFetch(`${shop}/cart`, { method: 'POST', body: 'productId=x', headers: { Origin: 'https://evil.example' } })
  assert.equal(forged.status, 403)
  console.log(`a guest bought ${found(order, /Order (ORD-\d+)/)}: home 2 calls, category 1, product 2, cart 1, checkout 2, order 1`)
}

/** showPictures lets browsers choose among the copies of a picture. */
function showPictures(): void {
  const copy = (width: number) => ({ width, url: `/cup-${width}.webp`, contentType: 'image/webp' })
  const image = { url: '/cup.jpg', alt: 'A "cup"', mediaId: null, width: 1600, height: 1200, renditions: [copy(320), copy(640)] }
  assert.equal(
    picture(image, '50vw'),
    '<img src="/cup-320.webp" srcset="/cup-320.webp 320w, /cup-640.webp 640w, /cup.jpg 1600w" sizes="50vw" width="1600" height="1200"' +
      ' alt="A &quot;cup&quot;" loading="lazy">',
  )
  const elsewhere = { ...image, width: null, height: null, renditions: [] }
  assert.equal(picture(elsewhere, '50vw'), '<img src="/cup.jpg" alt="A &quot;cup&quot;" loading="lazy">')
}

async function stayLoggedIn(): Promise<void> {
  const email = `storefront.user.${Date.now()}@example.com`
  const password = 'correct horse battery'
  const api = createClient<AllPaths>({ baseUrl: url })
  const { registrationId } = must(await api.POST('/v1/auth/register', { body: { email, password, fullName: 'Grace Hopper' } }))
  const code = await codeFor(url, email)
  must(await api.POST('/v1/auth/verify-email', { body: { email, code, registrationId } }))

  const grace = new Browser(shop, '203.0.113.9')
  const product = await grace.open(`/p/${found(await grace.open('/'), /href="\/p\/([^"]+)"/)}`)
  await grace.submit('/cart', { ...hidden(product), variantId: found(product, /<option value="([^"]+)">/) })
  const wrong = await grace.submit('/login', { email, password: 'wrong horse battery' })
  assert.match(wrong.html, /role="alert"/)
  assert.equal((await grace.submit('/login', { email, password })).status, 303)
  assert(grace.cookies.has('session') && !grace.cookies.has('cart'))
  assert.match((await grace.open('/cart')).html, /1 × /, 'the guest’s cart was merged')

  // Several requests at once refresh once, also when the visitor does not wait for the answer.
  const session = grace.cookies.get('session') ?? ''
  expire(session)
  answers.length = 0
  const gone = new AbortController()
  const aborted = realFetch(`${shop}/cart`, { headers: { Cookie: `session=${session}` }, signal: gone.signal }).catch(() => undefined)
  const pages = Promise.all(Array.from({ length: 5 }, () => grace.open('/cart')))
  gone.abort()
  await aborted
  for (const page of await pages) assert.equal(page.status, 200)
  assert.equal(answers.filter(({ path }) => path === '/v1/auth/refresh').length, 1, 'one refresh')
  expire(session)
  assert.match((await grace.open('/cart')).html, /1 × /, 'the session goes on')

  // A script of the page opens the stream with a ticket; the token stays on the server.
  const { ticket } = JSON.parse((await grace.submit('/stream-ticket', {})).html) as { ticket: string }
  const stream = await realFetch(`${url}/v1/notifications/stream?ticket=${ticket}`)
  assert.equal(stream.status, 200)
  await stream.body?.cancel()
  assert.equal((await realFetch(`${url}/v1/notifications/stream?ticket=${ticket}`)).status, 401, 'a ticket is good once')

  await grace.submit('/logout', {})
  assert(!grace.cookies.has('session'))
  console.log('a user stayed logged in over a refresh, and followed the stream with a ticket')
}

/** weigh compares what is sent, as it is sent, to its bounds. */
async function weigh(): Promise<void> {
  const size = async (path: string, encoding: string): Promise<number> => {
    const body = await new Promise<Buffer>((resolve, reject) => {
      const headers = { 'Accept-Encoding': encoding, 'X-Storefront-Key': backend.key }
      get(url + path, { headers }, (answer) => {
        assert.equal(answer.statusCode, 200)
        buffer(answer).then(resolve, reject)
      }).on('error', reject)
    })
    return body.length
  }
  const cards = await size('/v1/products?fields=card&limit=24', 'gzip')
  const plain = await size('/v1/products?fields=card&limit=24', 'identity')
  assert(cards <= 4000, `24 cards have ${cards} bytes`)
  let longest = 0
  for (const q of ['e', 'es', 'esp', 'espr', 'coffee', 'kettle', 'grinder electric', 'a']) {
    longest = Math.max(longest, await size(`/v1/search/suggest?q=${encodeURIComponent(q)}`, 'identity'))
  }
  assert(longest <= 1000, `a suggestion has ${longest} bytes`)
  console.log(`24 cards: ${cards} bytes, ${plain} before compression; a suggestion: ${longest} at most`)
}

/** buildAll builds all pages, with more calls than a visitor may make; and without the key. */
async function buildAll(): Promise<void> {
  answers.length = 0
  let built = 0
  for (let i = 0; i < 3; i++) built += await buildProducts(apiFor(backend), () => {})
  assert(built >= 180 && answers.length > 2 * built)
  assert(answers.every(({ status }) => status === 200 || status === 304), 'no call was refused')
  const keyless = createClient<paths>({ baseUrl: url, headers: { 'X-Forwarded-For': '203.0.113.10' } })
  await assert.rejects(buildProducts(keyless, () => {}), (error) => error instanceof Failed && error.status === 429)
  console.log(`${built} product pages were built with ${answers.length} calls; without the key some are refused`)
}

/** storefrontKey makes an API key that may only render, as an admin does it once. */
async function storefrontKey(): Promise<string> {
  const password = (await readFile(join(process.env.ORDERD_DATA_DIR ?? '', 'admin-password'), 'utf8')).trim()
  const api = createClient<AllPaths>({ baseUrl: url })
  const session = must(await api.POST('/v1/auth/login', { body: { email: 'admin@example.com', password } }))
  const headers = { Authorization: `Bearer ${session.accessToken}` }
  const body = { name: 'Storefront', scopes: ['storefront:render' as const] }
  return must(await api.POST('/v1/admin/api-keys', { headers, body })).key
}
