// What the functions that orval makes call: it adds the address of the service and the access
// token, and reads JSON.

const caller = { baseUrl: '', accessToken: '' }

export function callAs(changes: Partial<typeof caller>): void {
  Object.assign(caller, changes)
}

export async function call<T>(path: string, init: RequestInit): Promise<T> {
  const headers = new Headers(init.headers)
  if (caller.accessToken) headers.set('Authorization', `Bearer ${caller.accessToken}`)
  const answer = await fetch(caller.baseUrl + path, { ...init, headers })
  const text = await answer.text()
  return { data: text && JSON.parse(text), status: answer.status, headers: answer.headers } as T
}
