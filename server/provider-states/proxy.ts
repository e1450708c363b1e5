import { request as ask, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LoopbackServer, openLoopbackServer } from './loopback-server.ts';
import { EXCHANGE_HEADER } from './pact-verifier.ts';

/** An answer of the backend. `envelope` is undefined when the answer is a file. */
export interface Answer {
  headers: OutgoingHttpHeaders;
  envelope: unknown;
}

/** Changes an answer on its way to the verifier; `exchange` is the number of the exchange if exchanges are marked. */
export type Spoil = (answer: Answer, exchange: number) => Answer;

/** An answer as received, without headers that concern only the connection. */
export interface Answered {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const hopByHopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

const isJson = (headers: OutgoingHttpHeaders): boolean => String(headers['content-type']).includes('json');

/** Sends the same request to the backend. */
export async function forward(request: IncomingMessage, backend: URL): Promise<Answered> {
  const body = await buffer(request);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = ask(
      new URL(request.url ?? '/', backend),
      { method: request.method, headers: { ...request.headers, host: backend.host } },
      resolve,
    );
    outgoing.once('error', reject).end(body);
  });
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hopByHopHeaders.includes(name)));
  return { status: answer.statusCode ?? 502, headers, body: await buffer(answer) };
}

/** A proxy in front of a backend that changes its answers. Requests for provider states must not go through it. */
export async function openProxy(backend: URL, spoil: Spoil): Promise<LoopbackServer> {
  async function passAnswerOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await forward(request, backend);
    const envelope = isJson(headers) ? JSON.parse(body.toString()) : undefined;
    const sent = spoil({ headers, envelope }, Number(request.headers[EXCHANGE_HEADER]));
    response.writeHead(status, sent.headers).end(sent.envelope === undefined ? body : Buffer.from(JSON.stringify(sent.envelope)));
  }

  return await openLoopbackServer((request, response) => {
    passAnswerOn(request, response).catch((error: Error) => response.writeHead(502).end(error.message));
  });
}
