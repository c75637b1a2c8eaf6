// A purchase with the client of hey-api:
//
//   npx @hey-api/openapi-ts -i http://127.0.0.1:8080/openapi.json -o shop
import assert from 'node:assert/strict'

import { client } from '../generated/hey-api/client.gen.ts'
import * as shop from '../generated/hey-api/index.ts'
import { codeFor } from './mailbox.ts'
import { cents, euros } from './money.ts'

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080'
client.setConfig({ baseUrl })
const throwOnError = true // and without it a call answers with `error`, the problem

// Register, prove the address with the code from the mail, and log in.
const email = `hey-api.${Date.now()}@example.com`
const password = 'correct horse battery'
const registered = await shop.register({ body: { email, password, fullName: 'Ada Lovelace' }, throwOnError })
const code = await codeFor(baseUrl, email)
await shop.verifyEmail({ body: { email, code, registrationId: registered.data.registrationId }, throwOnError })
const session = await shop.login({ body: { email, password }, throwOnError })
client.setConfig({ auth: session.data.accessToken })

// The checkout sends to the default address of the account, which is its first.
await shop.addAddress({
  body: { fullName: 'Ada Lovelace', line1: 'Torstraße 12', postalCode: '10119', city: 'Berlin', country: 'DE' },
  throwOnError,
})

// Put two different things into the cart: one of the first, two of the second.
const products = await shop.listProducts({ query: { inStock: true, sort: 'name', limit: 2 }, throwOnError })
assert.equal(products.data.data.length, 2)
let goods = 0
for (const [i, product] of products.data.data.entries()) {
  const variant = product.variants.find((v) => v.available > i)
  assert(variant, `${product.name} is in stock`)
  const quantity = i + 1
  await shop.addCartItem({ body: { productId: product.id, variantId: variant.id, quantity }, throwOnError })
  goods += cents(variant.price) * quantity
}

// Express, and the total as the customer has seen it.
const methods = await shop.listShippingOptions({ query: { country: 'DE' }, throwOnError })
const express = methods.data.find((method) => method.name === 'Express')
assert(express, 'there is Express')
const total = goods + cents(express.price)

// A checkout whose expectedTotal is not what the order costs is refused, and says what it costs.
const body = { shippingMethodId: express.id, paymentMethod: 'bank_transfer' } as const
const refused = await shop.checkout({ body: { ...body, expectedTotal: euros(total - 1) } })
assert(refused.error?.code === 'total_changed')
assert.equal(refused.error.currentTotal, euros(total))

// The key makes it safe to send the checkout again when its answer is lost.
const order = await shop.checkout({
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { ...body, expectedTotal: euros(total) },
  throwOnError,
})
assert.equal(cents(order.data.total), total)

// How to pay, and what has happened so far.
const path = { id: order.data.id }
const payment = await shop.getOrderPayment({ path, throwOnError })
assert(payment.data.status === 'unpaid' && payment.data.instructions)
const tracking = await shop.getTracking({ path, throwOnError })
assert.deepEqual(
  tracking.data.events.map((event) => event.status),
  ['placed'],
)
const saved = await shop.getOrder({ path, throwOnError })
assert.equal(cents(saved.data.total), total)

console.log(`hey-api bought ${saved.data.number} for ${saved.data.total.toFixed(2)} ${saved.data.currency}`)
