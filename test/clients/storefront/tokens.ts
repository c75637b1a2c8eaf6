// The tokens of one visitor, and the middleware of openapi-fetch that sends them.
import type { Middleware } from 'openapi-fetch'

export interface Tokens {
  access?: string // of a login
  cart?: string // of a guest's cart
  order?: string // of a guest's order
}

/** sendTokens sends the tokens that there are, and keeps those that answers bring. */
export function sendTokens(tokens: Tokens): Middleware {
  return {
    onRequest({ request, schemaPath }) {
      if (tokens.access) request.headers.set('Authorization', `Bearer ${tokens.access}`)
      if (tokens.cart) request.headers.set('X-Cart-Token', tokens.cart)
      if (tokens.order && schemaPath.startsWith('/v1/orders/{id}')) request.headers.set('X-Order-Token', tokens.order)
    },
    onResponse({ response }) {
      tokens.cart = response.headers.get('X-Cart-Token') ?? tokens.cart
      tokens.order = response.headers.get('X-Order-Token') ?? tokens.order
    },
  }
}
