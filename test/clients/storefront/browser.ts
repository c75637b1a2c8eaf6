// A browser without JavaScript, which comes to the storefront through a proxy.
import assert from 'node:assert/strict'

/** Page is what a browser gets. */
export interface Page {
  status: number
  html: string
  location: string | null
  calls: number // of the service, beside those for the shell
}

/** Browser is a visitor with cookies, who comes from an address of its own. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #shop: string
  readonly #address: string

  constructor(shop: string, address: string) {
    this.#shop = shop
    this.#address = address
  }

  open(path: string): Promise<Page> {
    return this.#send(path, {})
  }

  submit(path: string, fields: Record<string, string>): Promise<Page> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { Origin: this.#shop } })
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', this.#address)
    headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(this.#shop + path, { ...init, headers, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) {
      assert.match(set, /; HttpOnly; SameSite=Lax$/, 'no script reads it')
      const [, name = '', value = ''] = set.match(/^([^=]+)=([^;]*)/) ?? []
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    const calls = Number(answer.headers.get('X-Calls'))
    return { status: answer.status, html: await answer.text(), location: answer.headers.get('Location'), calls }
  }
}
