import { request as askHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as askHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { isBeginning } from '#contracts/states/states.ts';
import { type LoopbackServer, openLoopbackServer } from './loopback-server.ts';
import { EXCHANGE_HEADER } from './pact-verifier.ts';

/** What a backend answered when it was asked for a provider state. */
export interface SeenState {
  name: string;
  params: Record<string, unknown>;
  /** HTTP status; undefined when no answer came. */
  status?: number;
  /** The answer, or why none came. */
  text: string;
}

/** A request of the verifier and the answer of the backend. */
export interface SeenCall {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** HTTP status; undefined when no answer came. */
  status?: number;
  contentType: string;
  /** Empty for a file. */
  text: string;
  /** Why no answer came. */
  fault?: string;
}

export interface Observer {
  url: URL;
  statesUrl: string;
  /** By the number of the exchange. */
  calls: ReadonlyMap<number, SeenCall>;
  /** One list per exchange, in the order in which the verifier played them. */
  states: readonly SeenState[][];
  close(): void;
}

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'];
const withoutConnection = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name)));

/** Sends a request on to the target. Fails with "no answer within 30 s" or the cause of the broken connection. */
async function sendOn(target: URL, method: string, headers: Record<string, string>, body: Buffer, timeoutMs: number): Promise<Answer> {
  const ask = target.protocol === 'https:' ? askHttps : askHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      ask(
        target,
        { method, headers: { ...headers, 'accept-encoding': 'identity', 'content-length': String(body.length) }, signal },
        resolve,
      )
        .once('error', reject)
        .end(body);
    });
    return { status: answer.statusCode ?? 502, headers: withoutConnection(answer.headers), body: await buffer(answer) };
  } catch (error) {
    if (signal.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s`);
    throw new Error(`no answer: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
}

/**
 * Stands between the verifier and a backend and keeps what both said, so that a failed exchange can be shown with its states, its request
 * and the real answer. Exchanges must be marked.
 */
export async function openObserver(backend: {
  url: URL;
  statesUrl: string;
  timeoutMs: number;
  /** Sends the mark on, for another proxy behind this one. */
  isMarked?: boolean;
}): Promise<Observer> {
  const calls = new Map<number, SeenCall>();
  const states: SeenState[][] = [];
  const base = backend.url.href.replace(/\/$/, '');

  async function passOnCall(message: IncomingMessage): Promise<Answer> {
    const body = await buffer(message);
    const { [EXCHANGE_HEADER]: mark = '', ...headers } = withoutConnection(message.headers);
    const seen: SeenCall = {
      method: message.method ?? 'POST',
      path: message.url ?? '/',
      headers,
      body: body.toString(),
      contentType: '',
      text: '',
    };
    calls.set(Number(mark), seen);
    try {
      const answer = await sendOn(
        new URL(`${base}${seen.path}`),
        seen.method,
        backend.isMarked ? { ...seen.headers, [EXCHANGE_HEADER]: mark } : seen.headers,
        body,
        backend.timeoutMs,
      );
      seen.status = answer.status;
      seen.contentType = String(answer.headers['content-type'] ?? '');
      if (/json|text/.test(seen.contentType)) seen.text = answer.body.toString();
      return answer;
    } catch (error) {
      seen.fault = (error as Error).message;
      throw error;
    }
  }

  async function passOnState(message: IncomingMessage): Promise<Answer> {
    const body = await buffer(message);
    const { state = '', params = {}, action } = JSON.parse(body.toString()) as { state?: string; params?: object; action?: string };
    const seen: SeenState = { name: state, params: { ...params }, text: '' };
    if (action !== 'teardown') {
      // The first state of an exchange is always one that begins anew.
      if (isBeginning(state) || states.length === 0) states.push([]);
      states.at(-1)?.push(seen);
    }
    try {
      const answer = await sendOn(new URL(backend.statesUrl), 'POST', withoutConnection(message.headers), body, backend.timeoutMs);
      seen.status = answer.status;
      seen.text = answer.body.toString();
      // The verifier asks again for two minutes after a 5xx.
      return answer.status < 500 ? answer : { ...answer, status: 400 };
    } catch (error) {
      seen.text = (error as Error).message;
      throw error;
    }
  }

  const open = (passOn: (message: IncomingMessage) => Promise<Answer>): Promise<LoopbackServer> =>
    openLoopbackServer((request, response) => {
      passOn(request).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body),
        (error: Error) => response.writeHead(502, { 'content-type': 'text/plain' }).end(error.message),
      );
    });
  const [callServer, stateServer] = [await open(passOnCall), await open(passOnState)];
  return {
    url: callServer.url,
    statesUrl: stateServer.url.href,
    calls,
    states,
    close() {
      callServer.close();
      stateServer.close();
    },
  };
}
