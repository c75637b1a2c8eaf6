// What tsc holds about the generated types. A quantity is a number (and no bigint), a price too,
// and a program finds all that a problem carries under a type of its own, which its code narrows
// to. What an answer says can be sent back.
import type {
  AddCartItemErrors,
  CartItem as HeyCartItem,
  CheckoutErrors,
  Order as HeyOrder,
  PaymentMethod as HeyPaymentMethod,
} from './generated/hey-api/index.ts'
import type { components, paths } from './generated/openapi-fetch/schema.ts'
import type { addCartItemResponse422, CartItem as OrvalCartItem, checkoutResponse409 } from './generated/orval/shop.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type True<T extends true> = T

/** UnknownIn names the members of each type of a union that could be anything. */
type UnknownIn<P> = P extends object ? { [K in keyof P]-?: unknown extends P[K] ? K : never }[keyof P] : never

/** With picks the members of a union that have the key. */
type With<K extends string, P> = P extends { [key in K]: unknown } ? P : never

type CheckoutConflict = paths['/v1/checkout']['post']['responses'][409]['content']['application/problem+json']
type InvalidItem = paths['/v1/cart/items']['post']['responses'][422]['content']['application/problem+json']

export type Quantities = [
  True<Same<components['schemas']['CartItem']['quantity'], number>>,
  True<Same<HeyCartItem['quantity'], number>>,
  True<Same<OrvalCartItem['quantity'], number>>,
]
export type Prices = [
  True<Same<components['schemas']['CartItem']['unitPrice'], number>>,
  True<Same<HeyCartItem['unitPrice'], number>>,
  True<Same<OrvalCartItem['unitPrice'], number>>,
]
export type NothingUnknown = [
  True<Same<UnknownIn<CheckoutConflict>, never>>,
  True<Same<UnknownIn<CheckoutErrors[409]>, never>>,
  True<Same<UnknownIn<checkoutResponse409['data']>, never>>,
  True<Same<UnknownIn<InvalidItem>, never>>,
  True<Same<UnknownIn<AddCartItemErrors[422]>, never>>,
  True<Same<UnknownIn<addCartItemResponse422['data']>, never>>,
]
export type CurrentTotals = [
  True<Same<With<'currentTotal', CheckoutConflict>['currentTotal'], number>>,
  True<Same<With<'currentTotal', CheckoutErrors[409]>['currentTotal'], number>>,
  True<Same<With<'currentTotal', checkoutResponse409['data']>['currentTotal'], number>>,
]
export type Shortages = [
  True<Same<With<'items', CheckoutConflict>['items'][number]['available'], number>>,
  True<Same<With<'items', CheckoutErrors[409]>['items'][number]['available'], number>>,
  True<Same<With<'items', checkoutResponse409['data']>['items'][number]['available'], number>>,
]

/** Narrowed is what a comparison of the code leaves of a union of problems. */
type Narrowed<Code extends string, P> = P extends { code: infer C } ? (Code extends C ? P : never) : never

export type NarrowedByCode = [
  True<Same<Narrowed<'total_changed', CheckoutConflict>['currentTotal'], number>>,
  True<Same<Narrowed<'total_changed', CheckoutErrors[keyof CheckoutErrors]>['currentTotal'], number>>,
  True<Same<Narrowed<'total_changed', checkoutResponse409['data']>['currentTotal'], number>>,
]
export type SentBack = [
  True<Same<components['schemas']['Order']['payment']['method'], components['schemas']['PaymentMethod']>>,
  True<Same<HeyOrder['payment']['method'], HeyPaymentMethod>>,
]
