// The service that the specs look at: the built binary in dev mode, filled with the demo shop.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const admin = { email: 'admin@example.com', password: 'a browser of goods and gods' };

export interface Service {
  url: string;
  /** Ends the service and removes its data. */
  stop: () => Promise<void>;
}

/** Starts a shop: the demo's, or one without any product. */
export async function start(empty = false): Promise<Service> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryStart(await freePort(), empty);
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (tries === 5 || !String(error).includes('address already in use')) throw error;
    }
  }
}

async function tryStart(port: number, empty: boolean): Promise<Service> {
  const data = mkdtempSync(join(tmpdir(), 'orderd-storefront-'));
  const url = `http://127.0.0.1:${port}`;
  const service = spawn(process.env.ORDERD ?? '../../bin/orderd', ['serve'], {
    env: {
      ...process.env,
      ...(empty ? { ORDERD_MAIL_URL: 'smtp://127.0.0.1:1', ORDERD_HTTP_PUBLIC_URL: url } : { ORDERD_DEV: 'true' }),
      ORDERD_DATA_DIR: data,
      ORDERD_HTTP_ADDR: `127.0.0.1:${port}`,
      ORDERD_OPS_ADDR: '127.0.0.1:0',
      ORDERD_ADMIN_EMAIL: admin.email,
      ORDERD_ADMIN_PASSWORD: admin.password,
      ORDERD_LIMITS_ENABLED: 'false', // all visitors have one address
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<boolean>((resolve) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if ((empty ? / answers at / : /\d+ products are in it now/).test(output)) resolve(true);
    };
    service.stdout.on('data', hear);
    service.stderr.on('data', hear);
    service.once('exit', () => resolve(false));
  });
  const stop = async () => {
    await end(service);
    rmSync(data, { recursive: true, force: true });
  };
  if (!(await ready)) {
    await stop();
    throw new Error(`the service did not start:\n${output}`);
  }
  return { url, stop };
}

async function end(service: ChildProcess) {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  if (service.exitCode === null && service.signalCode === null && service.kill('SIGTERM')) await ended;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
