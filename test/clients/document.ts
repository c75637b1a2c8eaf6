// What a validator and ajv make of the document.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'

import SwaggerParser from '@apidevtools/swagger-parser'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const text = await readFile('generated/openapi.json', 'utf8')
await SwaggerParser.validate(JSON.parse(text))

const ajv = new Ajv2020({ strict: false })
ajv.addFormat('double', { type: 'number', validate: Number.isFinite })
ajv.addSchema(JSON.parse(text), 'openapi')

/** money is the schema of a price that is written into the document at path. */
function money(path: string): ValidateFunction {
  const validate = ajv.getSchema(`openapi#/components/schemas/${path}`)
  assert(validate, `the document has ${path}`)
  return validate
}

// Every price from 0.00 to 20 000.00, and the same below zero where sums may be, is a price. A text
// is none.
for (const path of ['VariantInput/properties/price', 'CheckoutRequest/properties/expectedTotal', 'Order/properties/total']) {
  const validate = money(path)
  for (let cents = 0; cents <= 2_000_000; cents++) {
    if (!validate(cents / 100)) throw new Error(`ajv refuses ${cents / 100} as ${path}: ${ajv.errorsText(validate.errors)}`)
  }
  for (const wrong of ['19.99', [], {}, true, 1e15]) assert(!validate(wrong), `${JSON.stringify(wrong)} is no ${path}`)
}
assert(!money('VariantInput/properties/price')(-0.01), 'a price is not negative')

const { paths } = JSON.parse(text) as { paths: Record<string, object> }
const operations = Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0)
console.log(`the document has ${operations} operations in ${text.length} characters; every price is one`)
