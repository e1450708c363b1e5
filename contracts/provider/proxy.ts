import { request as ask, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LoopbackServer, openLoopbackServer } from './loopback-server.ts';
import { EXCHANGE_HEADER } from './pact-verifier.ts';

/** An answer of the backend. `envelope` is undefined where a file came. */
export interface Answer {
  headers: OutgoingHttpHeaders;
  envelope: unknown;
}

/** Changes an answer on its way to the verifier; `exchange` is the number of the exchange, where it is marked. */
export type Spoil = (answer: Answer, exchange: number) => Answer;

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

const isJson = (headers: OutgoingHttpHeaders): boolean => String(headers['content-type']).includes('json');

/** Stands before a backend and spoils what it answers. Provider states do not go through it. */
export async function openProxy(backend: URL, spoil: Spoil): Promise<LoopbackServer> {
  function spoiled({ headers, body, exchange }: { headers: OutgoingHttpHeaders; body: Buffer; exchange: number }) {
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));
    const answer = spoil({ headers: kept, envelope: isJson(kept) ? JSON.parse(body.toString()) : undefined }, exchange);
    return { headers: answer.headers, body: answer.envelope === undefined ? body : Buffer.from(JSON.stringify(answer.envelope)) };
  }

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { [EXCHANGE_HEADER]: exchange, ...headers } = request.headers;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = ask(
        new URL(request.url ?? '/', backend),
        { method: request.method, headers: { ...headers, host: backend.host } },
        resolve,
      );
      asked.once('error', reject).end(body);
    });
    const sent = spoiled({ headers: answer.headers, body: await buffer(answer), exchange: Number(exchange) });
    response.writeHead(answer.statusCode ?? 502, sent.headers).end(sent.body);
  }

  return await openLoopbackServer((request, response) => {
    passOn(request, response).catch((error: Error) => response.writeHead(502).end(error.message));
  });
}
