// A small storefront that renders on a server and needs no JavaScript in the browser.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { apiFor, Failed, must, type Api, type Backend, type Schemas } from './api.ts'
import { bodyOf, faultsOf, type Faults } from './html.ts'
import * as pages from './pages.ts'
import { accessToken, endSession, startSession } from './session.ts'
import type { Tokens } from './tokens.ts'

/**
 * startStorefront answers at the port of this machine. behindProxy says that a proxy in front of it
 * appends the address of the visitor to X-Forwarded-For; else what stands there is made up.
 */
export async function startStorefront(backend: Backend, port: number, behindProxy: boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const forwarded = behindProxy ? request.headers['x-forwarded-for']?.toString().split(', ').at(-1) : undefined
    const address = forwarded ?? request.socket.remoteAddress ?? ''
    answer(backend, address, request, response).catch((error: unknown) => fail(response, error))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

/** Exchange is a request with what its handlers need. */
interface Exchange {
  api: Api
  backend: Backend
  address: string
  tokens: Tokens
  session: string | undefined
  form: URLSearchParams
  path: string[]
  cookies: string[] // that the response sets
  calls: string[] // that were made for it
}

type Answer = string | { movedTo: string } | { seeOther: string } | { json: unknown }

async function answer(
  backend: Backend, address: string, request: IncomingMessage, response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  // Another site's form can't post here: a browser says where a form comes from.
  if (request.method === 'POST' && request.headers.origin !== url.origin) return void response.writeHead(403).end()
  const cookies = cookiesOf(request)
  const session = cookies.get('session')
  const tokens: Tokens = { cart: cookies.get('cart'), order: cookies.get('order') }
  tokens.access = session && (await accessToken(backend, address, session))
  const calls: string[] = []
  const language = request.headers['accept-language'] ?? ''
  const x: Exchange = {
    api: apiFor(backend, { address, language, tokens }, calls), backend, address, tokens, session,
    form: request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams,
    path: url.pathname.slice(1).split('/'), cookies: [], calls,
  }
  if (session && !tokens.access) x.cookies.push(cookie('session', '', 0))
  const done = await (request.method === 'POST' ? change(x) : show(x)).catch((error: unknown) => leadOn(x, error))
  if (tokens.cart !== cookies.get('cart')) x.cookies.push(cookie('cart', tokens.cart ?? '', tokens.cart ? 30 : 0))
  response.setHeader('Set-Cookie', x.cookies)
  response.setHeader('Cache-Control', 'private, no-store')
  response.setHeader('X-Calls', calls.filter((call) => !/ \/v1\/(shop|categories)$/.test(call)).length)
  send(response, done)
}

/**
 * leadOn leads to the login who has to be known. It forgets the token of a cart that is no more: it
 * was ordered in another tab, say.
 */
function leadOn(x: Exchange, error: unknown): Answer {
  if (!(error instanceof Failed)) throw error
  if (error.status === 401) return { seeOther: '/login' }
  const isCart = ['cart', 'checkout'].includes(x.path[0] ?? '')
  if (!isCart || !x.tokens.cart || error.problem?.code !== 'not_found') throw error
  x.tokens.cart = undefined
  return { seeOther: '/cart' }
}

function send(response: ServerResponse, done: Answer): void {
  if (typeof done === 'string') response.setHeader('Content-Type', 'text/html; charset=utf-8').end(done)
  else if ('json' in done) response.setHeader('Content-Type', 'application/json').end(JSON.stringify(done.json))
  else if ('movedTo' in done) response.writeHead(301, { Location: done.movedTo }).end()
  else response.writeHead(303, { Location: done.seeOther }).end()
}

/** fail says what went wrong with its status: a shop with holes in it is worse than none. */
function fail(response: ServerResponse, error: unknown): void {
  const status = error instanceof Failed && [404, 429, 503].includes(error.status) ? error.status : 500
  if (status === 500) console.error(error)
  const again = error instanceof Failed && error.retryAfter ? { 'Retry-After': error.retryAfter } : {}
  response.writeHead(status, again).end(status === 404 ? 'There is no such page.' : 'Please try again in a moment.')
}

async function show(x: Exchange): Promise<Answer> {
  const [page = '', id = ''] = x.path
  switch (page) {
    case '':
      return pages.home(x.api)
    case 'c':
      return pages.category(x.api, id)
    case 'p':
      return pages.product(x.api, id)
    case 'cart':
      return pages.cart(x.api, Boolean(x.tokens.cart || x.tokens.access))
    case 'checkout':
      return pages.checkout(x.api, x.form, new Map())
    case 'orders':
      return pages.order(x.api, id)
    case 'login':
      return pages.login(x.api, x.form, new Map())
    case 'suggest':
      return { json: must(await x.api.GET('/v1/search/suggest', { params: { query: { q: x.form.get('q') ?? '' } } })) }
  }
  throw new Failed(new Response(null, { status: 404 }), undefined)
}

async function change(x: Exchange): Promise<Answer> {
  switch (x.path[0]) {
    case 'cart': {
      const body = { productId: x.form.get('productId') ?? '', variantId: x.form.get('variantId'), quantity: 1 }
      must(await x.api.POST('/v1/cart/items', { body }))
      return { seeOther: '/cart' }
    }
    case 'checkout':
      return placeOrder(x)
    case 'login':
      return logIn(x)
    case 'logout':
      if (x.tokens.access) await x.api.POST('/v1/auth/logout')
      if (x.session) endSession(x.session)
      x.cookies.push(cookie('session', '', 0))
      return { seeOther: '/' }
    case 'stream-ticket': // for a script of the page, which opens an EventSource with it
      return { json: must(await x.api.POST('/v1/notifications/stream-ticket')) }
  }
  throw new Failed(new Response(null, { status: 404 }), undefined)
}

async function logIn(x: Exchange): Promise<Answer> {
  const body = { email: x.form.get('email') ?? '', password: x.form.get('password') ?? '' }
  const { data, error, response } = await x.api.POST('/v1/auth/login', { body })
  if (data) {
    x.cookies.push(cookie('session', startSession(data), 90))
    x.tokens.access = data.accessToken
    if (x.tokens.cart) {
      must(await x.api.GET('/v1/cart')) // with both tokens: it is merged into the account's
      x.tokens.cart = undefined
    }
    return { seeOther: '/' }
  }
  const faults = 'errors' in error ? faultsOf(error.errors ?? []) : new Map()
  if (response.status >= 500) throw new Failed(response, error)
  return pages.login(x.api, x.form, faults, faults.size ? '' : error.detail)
}

/** placeOrder orders once, however often the form comes, or shows it with what is wrong. */
async function placeOrder(x: Exchange): Promise<Answer> {
  const key = x.form.get('key') ?? ''
  const fields = new URLSearchParams(x.form)
  fields.delete('key')
  const body = { ...bodyOf(fields), expectedTotal: Number(x.form.get('expectedTotal')) } as Schemas['CheckoutRequest']
  for (let attempt = 1; ; attempt++) {
    const params = { header: { 'Idempotency-Key': key } }
    const { data, error, response } = await x.api.POST('/v1/checkout', { params, body })
    if (data) {
      if (x.tokens.order) x.cookies.push(cookie('order', x.tokens.order, 180, `/orders/${data.id}`))
      x.tokens.cart = undefined // it is an order now
      return { seeOther: `/orders/${data.id}` }
    }
    // The first click is still at work: its answer is this one's, too.
    if (error.code === 'idempotency_in_progress' && attempt < 10) {
      await wait(1000 * Number(response.headers.get('Retry-After') ?? 1))
      continue
    }
    return pages.checkout(x.api, x.form, ...refusal(new Failed(response, error)))
  }
}

/** refusal is what a form shows of a refusal: faults at its fields, or a notice above it. */
function refusal(failed: Failed): [Faults, string] {
  switch (failed.status) {
    case 422:
      return [faultsOf(failed.problem?.errors ?? []), '']
    case 409: // the total, the stock or a code has changed, and the page shows what is now
      return [new Map(), failed.problem?.detail ?? '']
  }
  throw failed
}

function cookiesOf(request: IncomingMessage): Map<string, string> {
  const pairs = request.headers.cookie?.split('; ') ?? []
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/**
 * cookie is one that no script reads, and no other site's page sends with a form. With https it is
 * Secure, too.
 */
function cookie(name: string, value: string, days: number, path = '/'): string {
  return `${name}=${value}; Path=${path}; Max-Age=${days * 86_400}; HttpOnly; SameSite=Lax`
}
