// A purchase with the functions of orval; orval.config.ts says how they are made.
import assert from 'node:assert/strict'

import * as shop from '../generated/orval/shop.ts'
import { codeFor } from './mailbox.ts'
import { cents, euros } from './money.ts'
import { callAs } from './orval-fetch.ts'

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080'
callAs({ baseUrl })

// Every call answers with a status and the data that the document declares for it: comparing the
// status names the type.

// Register, prove the address with the code from the mail, and log in.
const email = `orval.${Date.now()}@example.com`
const password = 'correct horse battery'
const registered = await shop.register({ email, password, fullName: 'Ada Lovelace' })
assert(registered.status === 202)
const code = await codeFor(baseUrl, email)
const verified = await shop.verifyEmail({ email, code, registrationId: registered.data.registrationId })
assert(verified.status === 200)
const session = await shop.login({ email, password })
assert(session.status === 200)
callAs({ accessToken: session.data.accessToken })

// The checkout sends to the default address of the account, which is its first.
const address = await shop.addAddress({
  fullName: 'Ada Lovelace',
  line1: 'Torstraße 12',
  postalCode: '10119',
  city: 'Berlin',
  country: 'DE',
})
assert(address.status === 201)

// Put two different things into the cart: one of the first, two of the second.
const products = await shop.listProducts({ inStock: true, sort: 'name', limit: 2 })
assert(products.status === 200)
assert.equal(products.data.data.length, 2)
let goods = 0
for (const [i, product] of products.data.data.entries()) {
  const variant = product.variants.find((v) => v.available > i)
  assert(variant, `${product.name} is in stock`)
  const quantity = i + 1
  const added = await shop.addCartItem({ productId: product.id, variantId: variant.id, quantity })
  assert(added.status === 201)
  goods += cents(variant.price) * quantity
}

// Express, and the total as the customer has seen it.
const methods = await shop.listShippingOptions({ country: 'DE' })
assert(methods.status === 200)
const express = methods.data.find((method) => method.name === 'Express')
assert(express, 'there is Express')
const total = goods + cents(express.price)

// A checkout whose expectedTotal is not what the order costs is refused, and says what it costs.
const body = { shippingMethodId: express.id, paymentMethod: 'bank_transfer' } as const
const refused = await shop.checkout({ ...body, expectedTotal: euros(total - 1) })
assert(refused.status === 409 && refused.data.code === 'total_changed')
assert.equal(refused.data.currentTotal, euros(total))

// The key makes it safe to send the checkout again when its answer is lost.
const headers = { 'Idempotency-Key': crypto.randomUUID() }
const order = await shop.checkout({ ...body, expectedTotal: euros(total) }, { headers })
assert(order.status === 201)
assert.equal(cents(order.data.total), total)

// How to pay, and what has happened so far.
const payment = await shop.getOrderPayment(order.data.id)
assert(payment.status === 200 && payment.data.status === 'unpaid' && payment.data.instructions)
const tracking = await shop.getTracking(order.data.id)
assert(tracking.status === 200)
assert.deepEqual(
  tracking.data.events.map((event) => event.status),
  ['placed'],
)
const saved = await shop.getOrder(order.data.id)
assert(saved.status === 200)
assert.equal(cents(saved.data.total), total)

console.log(`orval bought ${saved.data.number} for ${saved.data.total.toFixed(2)} ${saved.data.currency}`)
