// Starts the service in dev mode on free ports, with data of its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})

export async function start(binary) {
  const data = mkdtempSync(join(tmpdir(), 'orderd-browser-'))
  const port = await freePort()
  const admin = { email: 'admin@example.com', password: 'a browser of goods and gods' }
  const child = spawn(binary, ['serve'], {
    env: {
      ...process.env, ORDERD_DEV: 'true', ORDERD_DATA_DIR: data,
      ORDERD_HTTP_ADDR: `127.0.0.1:${port}`, ORDERD_OPS_ADDR: '127.0.0.1:0',
      ORDERD_ADMIN_EMAIL: admin.email, ORDERD_ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then((r) => r.ok, () => false)
    if (ready) return { port, admin, stop }
    if (child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error('the service did not start')
}
