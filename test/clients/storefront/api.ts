// The client of one request to the storefront: it calls the service for the visitor.
import createClient, { type Client } from 'openapi-fetch'

import type { components, paths } from '../generated/storefront/schema.ts'
import { sendTokens, type Tokens } from './tokens.ts'

export type Schemas = components['schemas']
export type Api = Client<paths>

/** Backend is where the service is, and the key of this storefront. */
export interface Backend {
  url: string
  key: string
}

/** Visitor is who asks for a page; none, for a page that is built for everybody. */
export interface Visitor {
  address: string // of the connection, or what a proxy in front that you trust says
  language: string // the header Accept-Language
  tokens: Tokens
}

/** apiFor is a client for a visitor. It adds what it has asked for to calls. */
export function apiFor(backend: Backend, visitor?: Visitor, calls: string[] = []): Api {
  const api = createClient<paths>({
    baseUrl: backend.url,
    fetch: (request) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`)
      return fetchKnown(request)
    },
  })
  api.use({
    onRequest({ request }) {
      request.headers.set('X-Storefront-Key', backend.key)
      if (!visitor) return
      request.headers.set('X-Visitor-Address', visitor.address)
      request.headers.set('Accept-Language', visitor.language)
    },
  })
  if (visitor) api.use(sendTokens(visitor.tokens))
  return api
}

const known = new Map<string, { etag: string; body: string }>()

/**
 * fetchKnown asks with the ETag of what it has: a 304 costs next to nothing, and counts against no
 * limit. It keeps what is the same for everybody; what somebody with a token sees is private.
 */
export async function fetchKnown(request: Request): Promise<Response> {
  if (request.method !== 'GET' || request.headers.has('Authorization')) return fetch(request)
  const name = `${request.url} ${request.headers.get('Accept-Language')}`
  const before = known.get(name)
  if (before) request.headers.set('If-None-Match', before.etag)
  const answer = await fetch(request)
  if (answer.status === 304 && before) {
    return new Response(before.body, { headers: { 'Content-Type': 'application/json' } })
  }
  const etag = answer.headers.get('ETag')
  if (answer.ok && etag && answer.headers.get('Cache-Control')?.startsWith('public')) {
    if (known.size >= 1000) known.clear()
    known.set(name, { etag, body: await answer.clone().text() })
  }
  return answer
}

/** Failed is an answer that is no success. */
export class Failed extends Error {
  readonly status: number
  readonly problem: Schemas['Problem'] | undefined
  readonly retryAfter: number // seconds

  constructor(response: Response, problem: Schemas['Problem'] | undefined) {
    super(`${response.status} ${problem?.code ?? ''} at ${response.url}`)
    this.status = response.status
    this.problem = problem
    this.retryAfter = Number(response.headers.get('Retry-After') ?? 0)
  }
}

/** must is the data of an answer. What is no success is thrown: no page is shown with a hole. */
export function must<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) throw new Failed(answer.response, answer.error as Schemas['Problem'] | undefined)
  return answer.data
}
