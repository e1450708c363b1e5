import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MetaConfig } from '#server/channel/meta/config.ts';
import { BrokenConnection, createDouble, type Double, type DoubleOptions } from '#server/channel/meta/double/double.ts';
import { createMeta, type Meta } from '#server/channel/meta/meta.ts';
import { testMetaConfig } from './meta-config.ts';
import { openSimulatedWorld, type SimulatedWorld } from './simulated-world.ts';

/** Serves the double over HTTP. A broken connection is a destroyed socket. */
export async function serveDouble(handle: () => Double): Promise<{ address: string; close(): Promise<void> }> {
  let address = '';
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      );
      const body = incoming.method === 'POST' ? { body: Buffer.concat(chunks) } : {};
      handle()
        .handle(new Request(`${address}${incoming.url}`, { method: incoming.method ?? 'GET', headers, ...body }))
        .then(async (response) => {
          outgoing.writeHead(response.status, Object.fromEntries(response.headers));
          outgoing.end(Buffer.from(await response.arrayBuffer()));
        })
        .catch((error: unknown) => {
          if (error instanceof BrokenConnection) return void incoming.socket.destroy();
          outgoing.writeHead(500);
          outgoing.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
        });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

export interface DoubleUnderTest extends SimulatedWorld {
  double: Double;
  meta: Meta;
  config: MetaConfig;
}

/** The connector in front of the double in front of the simulated world. */
export async function openDouble({
  overHttp = false,
  ...options
}: Partial<DoubleOptions> & { overHttp?: boolean } = {}): Promise<DoubleUnderTest> {
  const simulated = await openSimulatedWorld();
  const holder: { double?: Double } = {};
  const requireDouble = () => {
    if (holder.double === undefined) throw new Error('the double is not made yet');
    return holder.double;
  };
  const server = overHttp ? await serveDouble(requireDouble) : null;
  const config = testMetaConfig(server?.address ?? 'http://127.0.0.1:9');
  const made = createDouble({ world: { platform: simulated.world, db: simulated.db, now: simulated.now }, config, ...options });
  holder.double = made;
  const meta = createMeta({
    config,
    clock: simulated.clock,
    languages: ['en', 'en-US', 'pt', 'pt-BR', 'pt-PT', 'es', 'es-LA', 'es-ES', 'ja', 'th', 'zh', 'zh-CN', 'zh-TW'],
    sleep: () => Promise.resolve(),
    random: () => 0,
    ...(overHttp ? {} : { fetch: made.fetch }),
  });
  return {
    ...simulated,
    platform: meta.platform,
    canAppeal: false,
    double: made,
    meta,
    config,
    close: async () => {
      await server?.close();
      await simulated.close();
    },
  };
}
