// Opens the API reference in Chromium as people do: by two names of the host, wide and on a phone.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { chromium } from 'playwright-core'
import { start } from './service.js'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']
const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }
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

// open opens a page and collects what must not be: errors in the console (a refusal by the policy
// is one) and requests to other origins. An answer that the test provokes is not an error of the
// page.
async function open(browser, url, options) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults = []
  page.on('console', (m) => {
    if (m.type() === 'error' && !/40[013] \(/.test(m.text())) faults.push(m.text())
  })
  page.on('pageerror', (e) => faults.push(e.message))
  page.on('request', (r) => {
    if (!r.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(r.url())) faults.push(`asks ${r.url()}`)
  })
  const began = Date.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('#index, #reference').getByText(/\/v1\//).first().waitFor({ timeout: 30_000 })
  const took = Date.now() - began
  await page.locator('#reference .scalar-app').getByText(/\/v1\//).first().waitFor({ timeout: 30_000 })
  return { page, faults, took, rendered: Date.now() - began, close: () => context.close() }
}

async function logIn(page, email, password) {
  await page.locator('#access summary').click()
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', password)
  await page.click('#log-in button')
}

// tryProfile sends the request for the caller's profile with the renderer's own client.
async function tryProfile(page) {
  const button = page.getByRole('button', { name: 'Test Request (get /v1/users/me)' })
  await button.click()
  await sendProfile(page)
}

async function sendProfile(page) {
  const answered = page.waitForResponse((r) => r.url().endsWith('/v1/users/me') && r.status() === 200)
  await page.getByRole('button', { name: /^Send get request/i }).last().click()
  return answered
}

async function triesAt(browser, service, host) {
  const { page, faults, close } = await open(browser, `http://${host}:${service.port}/docs#tag/profile-and-addresses/getProfile`, wide)
  await logIn(page, service.admin.email, 'not the password')
  await page.getByText('The email address or the password is wrong.').waitFor()
  await page.fill('[name=password]', service.admin.password)
  await page.click('#log-in button')
  await page.getByText(`Logged in as ${service.admin.email} (admin)`).waitFor()
  await tryProfile(page)

  // The next try meets a 401, as with a token that has ended, and gets a new one by itself.
  let refused = false
  await page.route('**/v1/users/me', (route) => {
    if (refused) return route.continue()
    refused = true
    return route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"unauthenticated"}' })
  })
  const refreshed = page.waitForResponse((r) => r.url().endsWith('/v1/auth/refresh') && r.status() === 200)
  await sendProfile(page)
  await refreshed
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  assert.ok(!kept.includes('eyJ'), 'a token is kept in the storage of the browser')
  assert.deepEqual(faults, [])
  await close()
}

// totp is the code of an authenticator app (RFC 6238).
function totp(secret, at = Date.now()) {
  const bits = [...secret].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

// addFactor gives the admin an authenticator app. It returns the app's secret and recovery codes.
async function addFactor(service) {
  const post = async (path, body, token) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.ok(response.ok, `${path}: ${response.status}`)
    return response.json()
  }
  const { accessToken } = await post('/v1/auth/login', service.admin)
  const { id, secret } = await post('/v1/admin/me/factors/totp', {}, accessToken)
  const { recoveryCodes } = await post(`/v1/admin/me/factors/totp/${id}/confirm`, { code: totp(secret) }, accessToken)
  return { secret, recoveryCodes }
}

// logsInWithAFactor logs in with a code of the app, after a wrong one, or with a recovery code.
async function logsInWithAFactor(browser, service, path, code) {
  const { page, faults, close } = await open(browser, `http://127.0.0.1:${service.port}${path}`, wide)
  await logIn(page, service.admin.email, service.admin.password)
  await page.locator('#second-factor').waitFor()
  await page.fill('[name=code]', 'aaaaa-aaaaa')
  await page.click('#second-factor button')
  await page.getByText('The code is wrong or was used before.').waitFor()
  await page.fill('[name=code]', code)
  await page.click('#second-factor button')
  await page.getByText(`Logged in as ${service.admin.email} (admin)`).waitFor()
  assert.deepEqual(faults, [])
  await close()
}

async function looks(browser, service, path, options) {
  const { page, faults, took, rendered, close } = await open(browser, `http://127.0.0.1:${service.port}${path}`, options)
  console.log(`      ${path} at ${options.viewport.width} px: first operation after ${took} ms, rendered after ${rendered} ms`)
  assert.ok(took < 20000, `first operation after ${took} ms`) // 2 s on two quiet cores
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= options.viewport.width, `${width} px wide`)
  const links = await page.evaluate(() => [...document.querySelectorAll('a[href]')]
    .filter((a) => a.offsetParent).map((a) => a.href.split('#')[0]))
  for (const link of new Set(links)) {
    assert.ok(link.startsWith(new URL(page.url()).origin), `${link} leads elsewhere`)
    assert.equal((await fetch(link)).status, 200, link)
  }
  assert.deepEqual(faults, [])
  await close()
}

const service = await start(process.argv[2])
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags })
try {
  // The machine is warm.
  await open(browser, `http://127.0.0.1:${service.port}/docs`, wide).then((first) => first.close())
  for (const path of ['/docs', '/docs/admin']) {
    await check(`${path} shows its operations`, () => looks(browser, service, path, wide))
    await check(`${path} fits a phone`, () => looks(browser, service, path, phone))
  }
  for (const host of ['127.0.0.1', 'localhost']) {
    await check(`log-in, tries and refresh, opened as ${host}`, () => triesAt(browser, service, host))
  }
  const { secret, recoveryCodes } = await addFactor(service)
  await check('log-in with a code of an app', () => logsInWithAFactor(browser, service, '/docs', totp(secret, Date.now() + 30_000)))
  await check('log-in with a recovery code', () => logsInWithAFactor(browser, service, '/docs/admin', recoveryCodes[0]))
} finally {
  await browser.close()
  await service.stop()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
