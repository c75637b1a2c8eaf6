// Sessions: the browser has an id that no script can read, this server the tokens.
import { randomUUID } from 'node:crypto'

import { apiFor, must, type Backend, type Schemas } from './api.ts'

interface Session {
  access: string
  refresh: string
  until: number // when the access token ends
  refreshing?: Promise<void> | undefined
}

const sessions = new Map<string, Session>() // a database, where there are several servers

/** startSession keeps the tokens of a login, and is the value of the cookie. */
export function startSession(login: Schemas['Session']): string {
  const id = randomUUID()
  sessions.set(id, tokensOf(login))
  return id
}

export function endSession(id: string): void {
  sessions.delete(id)
}

function tokensOf(answer: Schemas['Session']): Session {
  const until = Date.now() + answer.expiresIn * 1000
  return { access: answer.accessToken, refresh: answer.refreshToken ?? '', until }
}

/**
 * accessToken is the access token of a session, or undefined when it is over. It is refreshed a
 * minute before its end, once for all requests that wait. That does not end with the request of the
 * visitor: who closes the page must not lose the next refresh token.
 */
export async function accessToken(backend: Backend, address: string, id: string): Promise<string | undefined> {
  const session = sessions.get(id)
  if (!session) return undefined
  if (Date.now() > session.until - 60_000) {
    session.refreshing ??= refresh(backend, address, id, session).finally(() => (session.refreshing = undefined))
    await session.refreshing
  }
  return sessions.has(id) ? session.access : undefined
}

async function refresh(backend: Backend, address: string, id: string, session: Session): Promise<void> {
  const api = apiFor(backend, { address, language: 'en', tokens: {} })
  const answer = await api.POST('/v1/auth/refresh', { body: { refreshToken: session.refresh } })
  if (answer.response.status === 401) endSession(id) // it is over: the visitor logs in again
  else Object.assign(session, tokensOf(must(answer))) // else what went wrong is thrown: it goes on
}

/** expire makes the next use of a session refresh its tokens, for the test of this. */
export function expire(id: string): void {
  const session = sessions.get(id)
  if (session) session.until = 0
}
