// A service in dev mode for the clients to buy from: on free ports, with an empty data_dir, filled
// with the demo shop.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Service {
  url: string
  env: NodeJS.ProcessEnv // the settings of its commands: `orderd demo --url …`
  stop(): Promise<void>
}

export async function startService(binary: string): Promise<Service> {
  const data = await mkdtemp(join(tmpdir(), 'orderd-clients-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ORDERD_DEV: 'true',
    ORDERD_DATA_DIR: data,
    ORDERD_HTTP_ADDR: `127.0.0.1:${port}`,
    ORDERD_HTTP_PUBLIC_URL: url,
    ORDERD_OPS_ADDR: '127.0.0.1:0',
    ORDERD_LOG_REQUESTS: 'slow',
  }
  const serving = spawn(binary, ['serve'], { env, cwd: data, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = async () => {
    serving.kill('SIGTERM')
    await exited(serving)
    await rm(data, { recursive: true, force: true })
  }
  try {
    // In dev mode an empty shop fills itself, and the service says so.
    await printed(serving, /\d+ products are in it now/)
    await pictured(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, env, stop }
}

/** pictured waits until the categories have their pictures, which come behind the goods. */
async function pictured(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${url}/v1/categories`)
    const { data } = (await answer.json()) as { data?: { image: object | null }[] }
    if (answer.ok && data?.every((category) => category.image)) return
    // Who is not known may read twice a second.
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('the categories have no pictures')
}

/** freePort returns a port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/**
 * printed waits until the process has printed the pattern; it fails when the process ends or
 * five minutes pass first.
 */
export function printed(child: ChildProcess, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string) => reject(new Error(`${child.spawnfile} ${why} without printing ${pattern}:\n${output}`))
    const timeout = setTimeout(fail, 300_000, 'ran five minutes')
    const look = (chunk: Buffer) => {
      output += chunk.toString()
      if (pattern.test(output)) {
        clearTimeout(timeout)
        resolve()
      }
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.on('error', (error) => fail(`failed (${error.message})`))
    child.on('exit', (code) => fail(`ended with ${code}`))
  })
}

export async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
}
