// Uses passkeys in Chromium as the staff do, with a virtual authenticator, from a page of its own:
// adds one, logs in without a name, proves a second factor after the password, steps a session up.
// A page of another origin gets nothing.
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'
import { start } from './service.js'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']
const authenticator = {
  protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
  automaticPresenceSimulation: true,
}
let passed = 0
let failed = 0

async function check(name, test) {
  try {
    await test()
    passed++
    console.log(`ok    ${name}`)
  } catch (error) {
    failed++
    console.log(`FAIL  ${name}: ${error.message}`)
  }
}

// visit opens the test's own page at an origin, whoever serves it.
async function visit(page, origin) {
  await page.route(`${origin}/own-page`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Staff</title>' }))
  await page.goto(`${origin}/own-page`)
}

// call calls the service from the page.
const call = (page, path, body, token) => page.evaluate(async ([path, body, token]) => {
  const headers = { 'Content-Type': 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
  return { status: answer.status, ...(await answer.json()) }
}, [path, body, token])

const create = (page, options) => page.evaluate(async (options) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return (await navigator.credentials.create({ publicKey })).toJSON()
}, options)

const get = (page, options) => page.evaluate(async (options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return (await navigator.credentials.get({ publicKey })).toJSON()
}, options)

// must is an answer with the status.
function must(answer, status = 200) {
  assert.equal(answer.status, status, JSON.stringify(answer))
  return answer
}

const service = await start(process.argv[2])
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags })
const own = `http://localhost:${service.port}`
try {
  const context = await browser.newContext()
  const page = await context.newPage()
  await visit(page, own)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator })
  const verified = (isUserVerified) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  let token = must(await call(page, '/v1/auth/login', service.admin)).accessToken

  await check('a passkey is added', async () => {
    const { challenge, publicKey } = must(await call(page, '/v1/admin/me/factors/passkey/options', {}, token))
    const credential = await create(page, publicKey)
    const added = must(await call(page, '/v1/admin/me/factors/passkey', { challenge, name: 'Laptop', credential }, token), 201)
    assert.equal(added.factor.kind, 'passkey')
    assert.equal(added.recoveryCodes.length, 10)
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    assert.equal(credentials.length, 1)
    assert.ok(credentials[0].isResidentCredential)
  })

  await check('one authenticator is added once', async () => {
    const { publicKey } = must(await call(page, '/v1/admin/me/factors/passkey/options', {}, token))
    await assert.rejects(create(page, publicKey), /InvalidStateError/)
  })

  await check('a log-in without a name', async () => {
    const { challenge, publicKey } = must(await call(page, '/v1/auth/passkey/options'))
    assert.equal(publicKey.allowCredentials, undefined)
    const credential = await get(page, publicKey)
    const session = must(await call(page, '/v1/auth/passkey', { challenge, credential }))
    assert.equal(session.user.email, service.admin.email)
    token = session.accessToken
    assert.equal(must(await call(page, '/v1/auth/passkey', { challenge, credential }), 401).code, 'invalid_credentials')
  })

  await check('a log-in without a name needs the person', async () => {
    await verified(false)
    const { publicKey } = must(await call(page, '/v1/auth/passkey/options'))
    await assert.rejects(get(page, publicKey), /NotAllowedError/)
    await verified(true)
  })

  await check('the second factor after the password', async () => {
    const asked = must(await call(page, '/v1/auth/login', service.admin), 403)
    assert.equal(asked.code, 'second_factor_required')
    assert.ok(asked.methods.includes('passkey'))
    const credential = await get(page, asked.publicKey)
    token = must(await call(page, '/v1/auth/second-factor', { challenge: asked.challenge, credential })).accessToken
  })

  await check('a session is stepped up', async () => {
    const { challenge, publicKey } = must(await call(page, '/v1/admin/me/step-up/options', {}, token))
    const credential = await get(page, publicKey)
    const fresh = must(await call(page, '/v1/admin/me/step-up', { challenge, credential }, token))
    assert.ok(fresh.accessToken && new Date(fresh.freshUntil) > new Date())
  })

  // What Node does for the pages below, no page of another origin could do.
  const post = async (path, body) => {
    const answer = await fetch(own + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) })
    return { status: answer.status, ...(await answer.json()) }
  }

  await check('a page of another port gets no session', async () => {
    await visit(page, `http://localhost:${service.port + 1}`)
    const { challenge, publicKey } = must(await post('/v1/auth/passkey/options'))
    const credential = await get(page, publicKey)
    assert.equal(must(await post('/v1/auth/passkey', { challenge, credential }), 401).code, 'invalid_credentials')
  })

  await check('a page of another host gets no answer', async () => {
    await visit(page, `http://127.0.0.1:${service.port}`)
    const { publicKey } = must(await post('/v1/auth/passkey/options'))
    await assert.rejects(get(page, publicKey), /SecurityError/)
  })
  await context.close()
} finally {
  await browser.close()
  await service.stop()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
