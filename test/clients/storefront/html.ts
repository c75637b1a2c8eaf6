// Markup: escaped text, pictures, prices, and forms with their faults.
import type { Schemas } from './api.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

export const price = (euros: number | null): string => (euros === null ? '' : `${euros.toFixed(2)} €`)

/**
 * picture lets the browser choose the copy that fits, and leaves room for it before it has come.
 * sizes is how wide it is shown.
 */
export function picture(image: Schemas['Image'] | null, sizes: string): string {
  if (!image) return ''
  const copies = image.renditions.map((copy) => `${copy.url} ${copy.width}w`)
  if (image.width) copies.push(`${image.url} ${image.width}w`)
  const srcset = copies.length > 1 ? ` srcset="${escaped(copies.join(', '))}" sizes="${sizes}"` : ''
  const room = image.width && image.height ? ` width="${image.width}" height="${image.height}"` : ''
  const src = escaped(image.renditions[0]?.url ?? image.url)
  return `<img src="${src}"${srcset}${room} alt="${escaped(image.alt ?? '')}" loading="lazy">`
}

/** textOf is what this storefront says of a value. A newer one than it knows is shown as it is. */
export const textOf = <Known extends string>(texts: Record<Known, string>, value: string): string =>
  (texts as Record<string, string>)[value] ?? value

export const stages: Record<Schemas['OrderStage'], string> = {
  awaiting_payment: 'Waiting for your payment',
  placed: 'Ordered',
  processing: 'Being packed',
  partially_shipped: 'Partly on its way',
  shipped: 'On its way',
  out_for_delivery: 'Arrives today',
  delivered: 'Delivered',
  returned: 'Returned',
  cancelled: 'Cancelled',
}

export type Faults = Map<string, string>

/** faultsOf says what is wrong with which field of a form, whose names are pointers with dots. */
export function faultsOf(errors: { pointer: string; detail: string }[]): Faults {
  return new Map(errors.map(({ pointer, detail }) => [pointer.slice(1).replaceAll('/', '.'), detail]))
}

/** bodyOf is the body that a form stands for: shipTo.city is the field city of shipTo. */
export function bodyOf(form: URLSearchParams): Record<string, unknown> {
  const fields = (): Record<string, unknown> => Object.create(null) // __proto__ is any name
  const body = fields()
  for (const [name, value] of form) {
    if (value === '') continue // nothing was given
    const path = name.split('.')
    const last = path.pop()!
    let at = body
    for (const step of path) at = (at[step] ??= fields()) as Record<string, unknown>
    at[last] = value
  }
  return body
}

/** field is an input with its fault, for which readers look where aria-describedby leads. */
export function field(form: URLSearchParams, faults: Faults, name: string, label: string): string {
  const fault = faults.get(name)
  const wrong = fault ? ` aria-invalid="true" aria-describedby="${name}-fault"` : ''
  return `<label>${label} <input name="${name}" value="${escaped(form.get(name) ?? '')}"${wrong}></label>
${fault ? `<p id="${name}-fault" class="fault">${escaped(fault)}</p>` : ''}`
}
