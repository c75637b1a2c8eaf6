import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import ts from 'typescript';
import { expect, type Look, test } from './visitor';

// The pages' structured data against the published schemas: schema-dts is the vocabulary of
// schema.org as types, which the compiler holds the data to. What search engines ask for beyond is
// compared here.

test.use({ look: { name: 'data', language: 'en', script: false, width: 1280 } satisfies Look });

type Data = Record<string, unknown>;

/** The structured data of a page. */
async function dataOf(request: APIRequestContext, path: string): Promise<Data[]> {
  const html = await (await request.get(path)).text();
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((m) => JSON.parse(m[1]!) as Data);
}

/** What the compiler says of the data as things of schema.org, each with its place among them. */
function faults(all: Data[]): { at: number; fault: string }[] {
  const folder = mkdtempSync(join(import.meta.dirname, 'node_modules', '.data-'));
  try {
    const file = join(folder, 'data.ts');
    const text = all.map((data, i) => `export const data${i}: ${'@graph' in data ? 'Graph' : 'WithContext<Thing>'} = ${JSON.stringify(plain(data))};`);
    writeFileSync(file, `import type { Graph, Thing, WithContext } from 'schema-dts';\n${text.join('\n')}\n`);
    const program = ts.createProgram([file], {
      strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    });
    return ts.getPreEmitDiagnostics(program).map((d) => ({
      // the first line is the import
      at: (d.file?.getLineAndCharacterOfPosition(d.start!).line ?? 0) - 1,
      fault: ts.flattenDiagnosticMessageText(d.messageText, '\n').slice(0, 2000),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The data without what actions say of their inputs: that is no property of the vocabulary. */
function plain(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(plain);
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !/-(in|out)put$/.test(name)).map(([name, value]) => [name, plain(value)]));
}

test('structured data is what schema.org publishes', async ({ request, shop, visitor }) => {
  await visitor.register(shop, `data.${Date.now()}@example.com`, 'a moka pot of good coffee');
  await visitor.open('/p/moka-pot-classic');
  await visitor.unfold('review.write');
  await visitor.main.getByRole('radio', { name: '4', exact: true }).check();
  await visitor.fill({ message: 'Good </script> coffee & more.' });
  await visitor.press('review.publish');
  await visitor.hears('said.reviewed');
  // The pictures of the demo shop come after its products.
  await expect.poll(async () => (await dataOf(request, '/p/moka-pot-classic'))[0], { timeout: 60_000 })
    .toMatchObject({ aggregateRating: {}, image: [expect.anything(), expect.anything()] });

  const pages = { home: '/', germanHome: '/de', category: '/c/grinders', product: '/p/moka-pot-classic', reduced: '/p/verde-crema', soldOut: '/p/travel-mug' };
  const data: Record<string, Data[]> = {};
  for (const [name, path] of Object.entries(pages)) data[name] = await dataOf(request, path);

  // The last two are wrong: the compiler bites.
  const published = Object.values(data).flat();
  const wrong = [
    { '@context': 'https://schema.org', '@type': 'Product', nam: 'A pot' },
    { '@context': 'https://schema.org', '@type': 'Product', offers: { '@type': 'Offer', availability: 'https://schema.org/Gone' } },
  ];
  const fault = expect.stringMatching(/not assignable|does not exist/);
  expect(faults([...published, ...wrong])).toEqual([{ at: published.length, fault }, { at: published.length + 1, fault }]);

  const organization = (data.home![0]!['@graph'] as Data[]).find((d) => d['@type'] === 'OnlineStore')!;
  expect(organization).toMatchObject({
    name: 'Orderd', url: `${shop.url}/`, address: { addressCountry: 'DE', postalCode: expect.any(String) },
    hasMerchantReturnPolicy: { applicableCountry: expect.arrayContaining(['DE', 'AT']), merchantReturnDays: 30, returnMethod: 'https://schema.org/ReturnByMail' },
    hasShippingService: {
      shippingConditions: expect.arrayContaining([expect.objectContaining({ orderValue: expect.objectContaining({ minValue: '50.00' }) })]),
    },
  });
  const site = (data.germanHome![0]!['@graph'] as Data[]).find((d) => d['@type'] === 'WebSite')!;
  expect(site).toMatchObject({
    inLanguage: 'de', potentialAction: { 'query-input': 'required name=q', target: { urlTemplate: `${shop.url}/de/search?q={q}` } },
  });
  expect(data.category).toMatchObject([{
    '@type': 'BreadcrumbList',
    itemListElement: [{ position: 1, name: 'Orderd' }, { position: 2, name: 'Brewing' }, { position: 3, name: 'Grinders', item: `${shop.url}/c/grinders` }],
  }]);

  // What Google requires: of a product its name and offers, of a review its author.
  const [product, trail] = data.product!;
  expect(product).toMatchObject({
    '@type': 'Product', name: 'Moka Pot Classic', brand: { '@type': 'Brand' }, image: [1, 2].map(() => expect.stringMatching(/^http/)),
    aggregateRating: { ratingValue: 4, reviewCount: 1, bestRating: 5 },
    review: [{ author: { '@type': 'Person', name: 'Ada' }, reviewBody: 'Good </script> coffee & more.' }],
    offers: [
      { sku: 'MS-CLASSIC-3', price: '24.90', priceCurrency: 'EUR', availability: 'https://schema.org/InStock', url: `${shop.url}/p/moka-pot-classic?variant=MS-CLASSIC-3` },
      { sku: 'MS-CLASSIC-6', price: '32.90' }, { sku: 'MS-CLASSIC-9', price: '41.90' },
    ],
  });
  expect(trail).toMatchObject({ '@type': 'BreadcrumbList' });
  expect(data.reduced![0]).toMatchObject({ offers: [
    { price: '12.90', priceSpecification: [{ price: '12.90', referenceQuantity: { value: '0.5', unitCode: 'KGM', valueReference: { value: '1' } } }] },
    { price: '23.90', priceSpecification: [{ price: '26.90', priceType: 'https://schema.org/StrikethroughPrice' }, { referenceQuantity: { value: '1' } }] },
  ] });
  expect(data.soldOut![0]).toMatchObject({ offers: expect.arrayContaining([expect.objectContaining({ sku: 'MS-MUG-STEEL', availability: 'https://schema.org/OutOfStock' })]) });
});
