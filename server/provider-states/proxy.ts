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

/** An answer as it came, without what concerns one connection only. */
export interface Answered {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

const isJson = (headers: OutgoingHttpHeaders): boolean => String(headers['content-type']).includes('json');

/** Asks the backend the same. */
export async function forward(request: IncomingMessage, backend: URL): Promise<Answered> {
  const body = await buffer(request);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = ask(
      new URL(request.url ?? '/', backend),
      { method: request.method, headers: { ...request.headers, host: backend.host } },
      resolve,
    );
    asked.once('error', reject).end(body);
  });
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hopByHop.includes(name)));
  return { status: answer.statusCode ?? 502, headers, body: await buffer(answer) };
}

/** Stands before a backend and spoils what it answers. Provider states do not go through it. */
export async function openProxy(backend: URL, spoil: Spoil): Promise<LoopbackServer> {
  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await forward(request, backend);
    const envelope = isJson(headers) ? JSON.parse(body.toString()) : undefined;
    const sent = spoil({ headers, envelope }, Number(request.headers[EXCHANGE_HEADER]));
    response.writeHead(status, sent.headers).end(sent.envelope === undefined ? body : Buffer.from(JSON.stringify(sent.envelope)));
  }

  return await openLoopbackServer((request, response) => {
    passOn(request, response).catch((error: Error) => response.writeHead(502).end(error.message));
  });
}
