// prism in front of the service compares every request and answer with the document and logs what
// differs, so that one run finds everything (with --errors the first difference would end it). What
// is no part of the document (the mailbox of dev mode, pictures) goes around it.
import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'

import { exited, freePort, printed } from './service.ts'

export interface Proxy {
  url: string
  stop(): Promise<string[]> // what was not as the document says
}

export async function startProxy(serviceUrl: string): Promise<Proxy> {
  const prismPort = await freePort()
  const prism = spawn('prism', ['proxy', 'generated/openapi.json', serviceUrl, '--port', String(prismPort)])
  let log = ''
  prism.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
  try {
    await printed(prism, /Prism is listening/)
  } catch (error) {
    prism.kill()
    throw error
  }
  const front = createServer((from, to) => {
    const target = from.url?.startsWith('/v1/') ? `http://127.0.0.1:${prismPort}` : serviceUrl
    const forwarded = request(target + from.url, { method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    forwarded.on('error', () => to.writeHead(502).end())
    from.pipe(forwarded)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    front.close()
    front.closeAllConnections()
    prism.kill()
    await exited(prism)
    return log.split('\n').filter((line) => /violation|terminated with error/i.test(line))
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
