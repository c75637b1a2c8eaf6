// A static build: every product page, made once for everybody.
import { must, type Api, type Schemas } from './api.ts'
import { product } from './pages.ts'

/** productSlugs are the slugs of all products, up to 50 000 a call. */
export async function* productSlugs(api: Api): AsyncGenerator<Schemas['ProductSlug']> {
  let after: string | undefined
  do {
    const part = must(await api.GET('/v1/products/slugs', { params: { query: { after } } }))
    yield* part.data
    after = part.next ?? undefined
  } while (after)
}

/** buildProducts writes the page of each product, eight at a time, and counts them. */
export async function buildProducts(api: Api, write: (slug: string, html: string) => void): Promise<number> {
  const slugs = productSlugs(api)
  let built = 0
  const work = async (): Promise<void> => {
    for await (const { slug } of slugs) {
      const page = await product(api, slug)
      if (typeof page !== 'string') continue // it was renamed meanwhile
      write(slug, page)
      built++
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return built
}
