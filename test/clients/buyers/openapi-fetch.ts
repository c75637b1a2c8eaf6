// A purchase with the types of openapi-typescript and the client openapi-fetch:
//
//   npx openapi-typescript http://127.0.0.1:8080/openapi.json -o schema.ts
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'

import type { paths } from '../generated/openapi-fetch/schema.ts'
import { codeFor } from './mailbox.ts'
import { cents, euros } from './money.ts'

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080'
const api = createClient<paths>({ baseUrl })

// Every call answers with `data`, or with `error`, which is the problem that the document declares
// for the status.
function must<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) throw new Error(`${answer.response.status}: ${JSON.stringify(answer.error)}`)
  return answer.data
}

// Register, prove the address with the code from the mail, and log in.
const email = `openapi-fetch.${Date.now()}@example.com`
const password = 'correct horse battery'
const { registrationId } = must(await api.POST('/v1/auth/register', { body: { email, password, fullName: 'Ada Lovelace' } }))
const code = await codeFor(baseUrl, email)
must(await api.POST('/v1/auth/verify-email', { body: { email, code, registrationId } }))
const session = must(await api.POST('/v1/auth/login', { body: { email, password } }))
api.use({
  onRequest({ request }) {
    request.headers.set('Authorization', `Bearer ${session.accessToken}`)
  },
})

// The checkout sends to the default address of the account, which is its first.
must(
  await api.POST('/v1/users/me/addresses', {
    body: { fullName: 'Ada Lovelace', line1: 'Torstraße 12', postalCode: '10119', city: 'Berlin', country: 'DE' },
  }),
)

// Put two different things into the cart: one of the first, two of the second.
const products = must(await api.GET('/v1/products', { params: { query: { inStock: true, sort: 'name', limit: 2 } } }))
assert.equal(products.data.length, 2)
let goods = 0
for (const [i, product] of products.data.entries()) {
  const variant = product.variants.find((v) => v.available > i)
  assert(variant, `${product.name} is in stock`)
  const quantity = i + 1
  must(await api.POST('/v1/cart/items', { body: { productId: product.id, variantId: variant.id, quantity } }))
  goods += cents(variant.price) * quantity
}

// A request that is not valid is answered with everything that is wrong with it.
const none = await api.POST('/v1/cart/items', { body: { productId: products.data[0]!.id, quantity: 0 } })
assert.equal(none.response.status, 422)
assert(none.error && 'errors' in none.error)
assert.deepEqual(
  none.error.errors?.map((field) => [field.pointer, field.code]),
  [['/quantity', 'out_of_range']],
)

// Express, and the total as the customer has seen it.
const methods = must(await api.GET('/v1/shipping-methods', { params: { query: { country: 'DE' } } }))
const express = methods.find((method) => method.name === 'Express')
assert(express, 'there is Express')
const total = goods + cents(express.price)

// A checkout whose expectedTotal is not what the order costs is refused, and says what it costs.
const body = { shippingMethodId: express.id, paymentMethod: 'bank_transfer' } as const
const refused = await api.POST('/v1/checkout', { body: { ...body, expectedTotal: euros(total - 1) } })
assert.equal(refused.response.status, 409)
assert(refused.error?.code === 'total_changed')
assert.equal(refused.error.currentTotal, euros(total))

// The key makes it safe to send the checkout again when its answer is lost.
const order = must(
  await api.POST('/v1/checkout', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { ...body, expectedTotal: euros(total) },
  }),
)
assert.equal(cents(order.total), total)

// How to pay, and what has happened so far.
const params = { path: { id: order.id } }
const payment = must(await api.GET('/v1/orders/{id}/payment', { params }))
assert(payment.status === 'unpaid' && payment.instructions)
const tracking = must(await api.GET('/v1/orders/{id}/tracking', { params }))
assert.deepEqual(
  tracking.events.map((event) => event.status),
  ['placed'],
)
const saved = must(await api.GET('/v1/orders/{id}', { params }))
assert.equal(saved.items.length, 2)
assert.equal(cents(saved.total), total)

console.log(`openapi-fetch bought ${saved.number} for ${saved.total.toFixed(2)} ${saved.currency}`)
