// What `make clients` runs, in this folder: it starts the service that it is given the binary of,
// makes clients from its OpenAPI documents, compiles them, buys something with each and in a small
// storefront, and lets linters and a validating proxy look at it.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { startProxy } from './proxy.ts'
import { exited, startService } from './service.ts'

const binary = resolve(process.argv[2] ?? '')
const began = Date.now()
const service = await startService(binary)
try {
  await rm('generated', { recursive: true, force: true })
  await mkdir('generated')
  for (const name of ['openapi.json', 'openapi.store.json']) {
    const answer = await fetch(`${service.url}/${name}`)
    await writeFile(`generated/${name}`, await answer.text())
  }

  await together(
    run('redocly', ['lint', 'generated/openapi.json', 'generated/openapi.store.json']),
    run('spectral', ['lint', '--fail-severity', 'hint', '--quiet', 'generated/openapi*.json']),
    run('node', ['document.ts']),
    clientsInTypeScript(),
    clientInGo(),
    demoBehindProxy(),
  )
} finally {
  await service.stop()
}
console.log(`clients: all is well after ${seconds()}`)

async function clientsInTypeScript(): Promise<void> {
  await together(
    run('openapi-typescript', ['generated/openapi.json', '--output', 'generated/openapi-fetch/schema.ts']),
    run('openapi-typescript', ['generated/openapi.store.json', '--output', 'generated/storefront/schema.ts']),
    run('openapi-ts', ['--silent']),
    run('orval', []),
  )
  await run('tsc', ['--project', '.'])
  for (const buyer of ['openapi-fetch', 'hey-api', 'orval']) await run('node', [`buyers/${buyer}.ts`, service.url])
  await storefront()
}

async function clientInGo(): Promise<void> {
  const go = (...args: string[]) => run('go', args, process.env, 'go')
  await mkdir('go/shop', { recursive: true })
  await go('tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', '../generated/openapi.json')
  const made = await readFile('go/shop/shop.gen.go', 'utf8')
  if (made.includes('float32')) throw new Error('oapi-codegen made a float32, which holds no prices')
  await go('vet', './...')
  await go('run', '.', service.url)
}

/** The storefront counts what the service answers: it has one of its own, where it buys alone. */
async function storefront(): Promise<void> {
  const service = await startService(binary)
  try {
    await run('node', ['storefront/visit.ts', service.url], service.env)
  } finally {
    await service.stop()
  }
}

/**
 * The demo has a service of its own: the orders of the clients would count towards the limit of
 * open ones.
 */
async function demoBehindProxy(): Promise<void> {
  const service = await startService(binary)
  try {
    const proxy = await startProxy(service.url)
    const demo = run(binary, ['demo', '--url', proxy.url], service.env)
    const [result] = await Promise.allSettled([demo])
    const violations = await proxy.stop()
    if (violations.length > 0) throw new Error(`prism saw what the document does not say:\n${violations.join('\n')}`)
    if (result.status === 'rejected') throw result.reason
  } finally {
    await service.stop()
  }
}

/**
 * together waits for all of them, and then fails if one did: nothing goes on behind the back of the
 * next step.
 */
async function together(...steps: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(steps)).filter((result) => result.status === 'rejected')
  if (failed.length > 0) throw new AggregateError(failed.map((result) => result.reason), 'see above')
}

/** run runs a command and prints what it prints, all at once and with the time that it took. */
async function run(command: string, args: string[], env = process.env, folder = '.'): Promise<void> {
  const start = seconds()
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.on('error', (error) => (output += error.message))
  await exited(child)
  console.log(`== ${[command, ...args].join(' ')} (${start} to ${seconds()})\n${output.trim()}`)
  if (child.exitCode !== 0) throw new Error(`${command} ${args[0]} failed`)
}

function seconds(): string {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}
