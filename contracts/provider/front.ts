import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { World } from './state-handlers.ts';

const STATES = '/_states';

/** Changes an answer on its way to the verifier. */
export type Spoil = (envelope: Record<string, unknown>, path: string) => unknown;

/** What the verifier talks to: it sets up states and passes everything else on to the provider. */
export interface Front {
  readonly address: string;
  readonly statesAddress: string;
  /** Requests passed on so far. */
  played(): number;
  close(): void;
}

interface Situation {
  action: 'setup' | 'teardown';
  state: string;
  params: never;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The pacts hold no token: the living one of the state takes the place of the written one. */
export async function openFront({ baseUrl, world, spoil }: { baseUrl: string; world: World; spoil?: Spoil }): Promise<Front> {
  let count = 0;
  let isDirty = true;
  const handlers = new Map(Object.entries(world.handlers));

  async function setUp({ action, state, params }: Situation): Promise<void> {
    if (action !== 'setup') return;
    if (isDirty) await world.reset();
    isDirty = false;
    const handler = handlers.get(state);
    if (handler === undefined) throw new Error(`nobody knows the state "${state}"`);
    await handler(params);
  }

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    isDirty = true;
    count += 1;
    const { authorization, host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const body = await bodyOf(request);
    const answer = await fetch(`${baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(headers as Record<string, string>), ...(authorization ? { authorization: `Bearer ${world.token()}` } : {}) },
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.includes('json');
    const sent = spoil && isJson ? Buffer.from(JSON.stringify(spoil(JSON.parse(bytes.toString()), request.url ?? ''))) : bytes;
    for (const name of ['content-type', 'content-disposition']) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.writeHead(answer.status).end(sent);
  }

  const server = createServer((request, response) => {
    const done =
      request.url === STATES
        ? bodyOf(request).then(async (body) => {
            await setUp(JSON.parse(body.toString()));
            response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
          })
        : passOn(request, response);
    done.catch((error: Error) => response.writeHead(500).end(error.message));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const port = (server.address() as { port: number }).port;
  return {
    address: `http://127.0.0.1:${port}`,
    statesAddress: `http://127.0.0.1:${port}${STATES}`,
    played: () => count,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
