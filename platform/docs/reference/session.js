// The log-in of the reference page. Tokens stay in the memory of this page.
(() => {
  'use strict'
  const early = 30_000 // ms: a token is refreshed so long before its end
  let session = null // {accessToken, refreshToken, user, ends}
  let cartToken = ''
  let challenge = '' // of a login that wants a second factor
  let refreshing = null
  let timer = 0
  const part = (id) => document.getElementById(id)

  function show() {
    const who = session ? `Logged in as ${session.user.email} (${session.user.role})` : cartToken ? 'Guest with a cart' : 'Not logged in'
    part('who').textContent = who
    part('log-out').hidden = !session && !cartToken
    part('access').hidden = Boolean(session)
    part('second-factor').hidden = !challenge
    part('log-in').hidden = Boolean(challenge)
  }

  function keep(answer) {
    clearTimeout(timer)
    session = answer && { ...answer, ends: Date.now() + answer.expiresIn * 1000 }
    if (session) timer = setTimeout(() => void refresh(), Math.max(answer.expiresIn * 1000 - early, 1000))
    show()
  }

  function refusal(response, problem) {
    const wait = response.headers.get('Retry-After')
    if (response.status === 401) return 'The email address or the password is wrong.'
    if (response.status === 429) return `Too many tries. Try again in ${wait ?? 'some'} seconds.`
    if (response.status === 503) return 'The service is not available at the moment. Try again soon.'
    if (problem.code === 'invalid_code') return 'The code is wrong or was used before. Try the next one, or log in again.'
    const fields = (problem.errors ?? []).map((e) => `${e.pointer.slice(1)} ${e.detail}`)
    return fields.join(', ') || problem.detail || `The service answered ${response.status}.`
  }

  const post = (path, body, headers = {}) =>
    fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) })

  const logIn = (form) => begin(form, '/v1/auth/login', { email: form.email.value, password: form.password.value })

  // confirm answers the challenge of a login: six digits are a code of an app, all else is a
  // recovery code.
  function confirm(form) {
    const code = form.code.value.trim()
    return begin(form, '/v1/auth/second-factor', { challenge, [/^[\d\s]+$/.test(code) ? 'code' : 'recoveryCode']: code })
  }

  // begin begins a session with the answer, or goes on to the second factor.
  async function begin(form, path, body) {
    part('refusal').textContent = ''
    try {
      const response = await post(path, body)
      const answer = await response.json().catch(() => ({}))
      const wanted = response.status === 403 && answer.code === 'second_factor_required' && answer.challenge
      if (!response.ok && !wanted) {
        part('refusal').textContent = refusal(response, answer)
        return
      }
      form.reset()
      challenge = wanted || ''
      if (wanted) {
        show()
        part('second-factor').code.focus()
        return
      }
      cartToken = ''
      keep(answer)
      part('access').open = false
    } catch {
      part('refusal').textContent = 'The service cannot be reached.'
    }
  }

  // refresh exchanges the refresh token, once for all who wait. It returns whether there is a new
  // token.
  function refresh() {
    refreshing ??= exchange().finally(() => { refreshing = null })
    return refreshing
  }

  async function exchange() {
    const { refreshToken } = session
    try {
      const response = await post('/v1/auth/refresh', { refreshToken })
      if (session?.refreshToken !== refreshToken) return false // logged out meanwhile
      if (response.ok) {
        keep(await response.json())
        return true
      }
      if (response.status === 401) {
        keep(null)
        part('refusal').textContent = 'The session has ended. Log in again.'
        part('access').open = true
      }
    } catch { /* the next request tries again */ }
    return false
  }

  async function logOut() {
    const token = session?.accessToken
    cartToken = ''
    keep(null)
    if (token) await post('/v1/auth/logout', {}, { Authorization: `Bearer ${token}` }).catch(() => {})
  }

  function withAccess(request) {
    const copy = request.clone()
    if (session) copy.headers.set('Authorization', `Bearer ${session.accessToken}`)
    else if (/^(Bearer)?\s*$/i.test(copy.headers.get('Authorization') ?? '')) copy.headers.delete('Authorization')
    if (cartToken && !session) copy.headers.set('X-Cart-Token', cartToken)
    return copy
  }

  // send is fetch with the log-in of this page. What is refused with 401 is sent once more with a
  // new token.
  async function send(input, init) {
    const request = new Request(input, init)
    if (session && session.ends - Date.now() < early) await refresh()
    const had = session
    const response = await fetch(withAccess(request))
    if (response.status !== 401 || !had) return response
    const renewed = session !== had ? Boolean(session) : await refresh()
    return renewed ? fetch(withAccess(request)) : response
  }

  for (const [id, submit] of [['log-in', logIn], ['second-factor', confirm]]) {
    part(id).addEventListener('submit', (event) => {
      event.preventDefault()
      void submit(event.target)
    })
  }
  part('access').addEventListener('toggle', () => { // a login that was left begins anew
    if (part('access').open || !challenge) return
    challenge = ''
    show()
  })
  part('log-out').addEventListener('click', () => void logOut())
  part('guest').addEventListener('submit', (event) => {
    event.preventDefault()
    cartToken = event.target.token.value.trim()
    event.target.reset()
    part('access').open = false
    show()
  })
  window.orderd = { send, document: fetch('/openapi.json').then((response) => response.json()) }
})()
