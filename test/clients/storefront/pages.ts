// The pages: what each asks the service for, and what it shows of it.
import { randomUUID } from 'node:crypto'

import { must, type Api, type Schemas } from './api.ts'
import { escaped, field, picture, price, stages, textOf, type Faults } from './html.ts'

type Card = Schemas['ProductCard']

/** shell is what every page has around it: it changes rarely, and is asked for with its ETag. */
async function shell(api: Api): Promise<{ shop: Schemas['Shop']; categories: Schemas['Category'][] }> {
  const [shop, categories] = await Promise.all([
    api.GET('/v1/shop'),
    api.GET('/v1/categories', { params: { query: { limit: 100 } } }),
  ])
  return { shop: must(shop), categories: must(categories).data }
}

/** page is a whole page: it is sent when all of it is there. */
async function page(api: Api, title: string, content: Promise<string> | string): Promise<string> {
  const [{ shop, categories }, main] = await Promise.all([shell(api), content])
  const links = categories.map(({ slug, name }) => `<a href="/c/${slug}">${escaped(name)}</a>`).join(' ')
  return `<!doctype html><html lang="${shop.locale}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escaped(title)} – ${escaped(shop.name)}</title>
<header><a href="/">${escaped(shop.name)}</a> <nav>${links}</nav> <a href="/cart">Cart</a></header><main>${main}</main></html>`
}

export function home(api: Api): Promise<string> {
  const shelf = async (title: string, sort: Schemas['ProductSort']): Promise<string> => {
    const list = must(await api.GET('/v1/products', { params: { query: { sort, limit: 8, fields: 'card' } } }))
    return `<h2>${title}</h2>${cards(list.data as unknown as Card[])}`
  }
  return page(api, 'Welcome', Promise.all([shelf('Best sellers', 'bestselling'), shelf('New', 'newest')]).then(join))
}

const join = (parts: string[]): string => parts.join('\n')

export function category(api: Api, slug: string): Promise<string> {
  const content = async (): Promise<string> => {
    const query = { category: [slug], fields: 'card', limit: 24, include: ['facets' as const, 'category' as const] }
    const { data, included } = must(await api.GET('/v1/products', { params: { query } }))
    const brands = included?.facets?.brands.map(({ name, count }) => `<li>${escaped(name)} (${count})</li>`) ?? []
    return `<h1>${escaped(included?.category?.name ?? slug)}</h1><ul>${join(brands)}</ul>${cards(data as unknown as Card[])}`
  }
  return page(api, slug, content())
}

function cards(list: Card[]): string {
  return join(
    list.map(
      (card) => `<a href="/p/${card.slug}">${picture(card.image, '(min-width: 50em) 25vw, 50vw')} ${escaped(card.name)}
${card.variantCount > 1 ? 'from ' : ''}${price(card.priceFrom)}</a>`,
    ),
  )
}

/** product is its page, or where it is now: a former slug answers with the product. */
export async function product(api: Api, slug: string): Promise<string | { movedTo: string }> {
  const params = { path: { id: slug } }
  const [found, reviews] = await Promise.all([
    api.GET('/v1/products/{id}', { params }),
    api.GET('/v1/products/{id}/reviews', { params: { ...params, query: { limit: 5 } } }),
  ])
  const shown = must(found)
  if (shown.slug !== slug) return { movedTo: `/p/${shown.slug}` }
  const variants = shown.variants.map(
    (v) => `<option value="${v.id}"${v.available > 0 ? '' : ' disabled'}>${escaped(Object.values(v.options).join(', '))}
${price(v.price)}</option>`,
  )
  const said = must(reviews).data.map((review) => `<li>${review.rating}/5 ${escaped(review.message)}</li>`)
  return page(
    api,
    shown.name,
    `<h1>${escaped(shown.name)}</h1>${picture(shown.images[0] ?? null, '50vw')}<p>${escaped(shown.description ?? '')}</p>
<form method="post" action="/cart"><input type="hidden" name="productId" value="${shown.id}">
<select name="variantId">${join(variants)}</select> <button>Add to the cart</button></form><ul>${join(said)}</ul>`,
  )
}

export async function cart(api: Api, hasCart: boolean): Promise<string> {
  if (!hasCart) return page(api, 'Cart', '<p>Your cart is empty.</p>')
  const content = async (): Promise<string> => `${lines(must(await api.GET('/v1/cart')))}<a href="/checkout">Checkout</a>`
  return page(api, 'Cart', content())
}

function lines({ items, issues, total }: Schemas['Cart']): string {
  const faults = new Map(issues.map((issue) => [issue.itemId, issue.detail]))
  const shown = items.map(
    (item) => `<li>${picture(item.image, '5em')} ${item.slug ? `<a href="/p/${item.slug}">${escaped(item.name)}</a>` : escaped(item.name)}
${item.quantity} × ${price(item.unitPrice)} ${escaped(faults.get(item.id) ?? '')}</li>`,
  )
  return `<ul>${join(shown)}</ul><p>Together ${price(total)}</p>`
}

/** quoteFor is all that the page of a checkout shows, for what the form has of it so far. */
async function quoteFor(api: Api, form: URLSearchParams): Promise<Schemas['Quote']> {
  const body = {
    shippingMethodId: form.get('shippingMethodId') || undefined,
    shipTo: { country: form.get('shipTo.country') || undefined, postalCode: form.get('shipTo.postalCode') || undefined },
  }
  const params = { query: { include: ['cart' as const] } }
  return must(await api.POST('/v1/checkout/quote', { params, body }))
}

/**
 * checkout shows the form as it was filled in, with what is wrong. It has the key and the total, so
 * that a second click orders nothing else.
 */
export function checkout(api: Api, form: URLSearchParams, faults: Faults, notice = ''): Promise<string> {
  const content = async (): Promise<string> => {
    let quote = await quoteFor(api, form)
    const first = quote.shippingMethods[0]?.id
    if (first && !form.get('shippingMethodId')) {
      form.set('shippingMethodId', first)
      quote = await quoteFor(api, form)
    }
    const ask = (name: string, label: string): string => field(form, faults, name, label)
    const choose = (name: string, options: { value: string; text: string }[]): string =>
      `<select name="${name}">${options.map(({ value, text }) => `<option value="${value}"${form.get(name) === value ? ' selected' : ''}>${escaped(text)}</option>`).join('')}</select>`
    return `<h1>Checkout</h1>${notice && `<p role="alert">${escaped(notice)}</p>`}${quote.included?.cart ? lines(quote.included.cart) : ''}
<form method="post"><input type="hidden" name="key" value="${escaped(form.get('key') ?? randomUUID())}">
<input type="hidden" name="expectedTotal" value="${quote.total}">
${ask('contact.email', 'Email')}${ask('contact.fullName', 'Name')}${ask('shipTo.fullName', 'Recipient')}
${ask('shipTo.line1', 'Street')}${ask('shipTo.postalCode', 'Postal code')}${ask('shipTo.city', 'City')}${ask('shipTo.country', 'Country')}
${choose('shippingMethodId', quote.shippingMethods.map((m) => ({ value: m.id, text: `${m.name} ${price(m.price)}` })))}
${choose('paymentMethod', quote.paymentMethods.map((m) => ({ value: m.method, text: m.title })))}
<p>Total ${price(quote.total)}, VAT ${price(quote.taxTotal)}</p><button>Order and pay</button></form>`
  }
  return page(api, 'Checkout', content())
}

export function order(api: Api, id: string): Promise<string> {
  const content = async (): Promise<string> => {
    const params = { path: { id }, query: { include: ['tracking' as const, 'payment' as const, 'returns' as const] } }
    const shown = must(await api.GET('/v1/orders/{id}', { params }))
    const events = shown.included?.tracking?.events.map((event) => `<li>${escaped(event.status)} ${event.occurredAt}</li>`) ?? []
    return `<h1>Order ${shown.number}</h1><p>${escaped(textOf(stages, shown.stage))}, ${price(shown.total)}</p>
<p>${escaped(shown.payment.instructions ?? '')}</p><ul>${join(events)}</ul>`
  }
  return page(api, 'Your order', content())
}

export function login(api: Api, form: URLSearchParams, faults: Faults, notice = ''): Promise<string> {
  return page(
    api,
    'Log in',
    `<form method="post">${notice && `<p role="alert">${escaped(notice)}</p>`}${field(form, faults, 'email', 'Email')}
<label>Password <input name="password" type="password"></label><button>Log in</button></form>`,
  )
}
