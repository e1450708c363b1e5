import type { IncomingMessage } from 'node:http';
import { type LoopbackServer, openLoopbackServer } from './loopback-server.ts';
import { EXCHANGE_HEADER } from './pact-verifier.ts';
import type { Planned } from './plan.ts';
import { type Answered, forward } from './proxy.ts';

/** What a backend answered to each marked exchange, by its number. */
export type Recording = ReadonlyMap<number, Answered>;

const exchangeOf = (request: IncomingMessage): number => Number(request.headers[EXCHANGE_HEADER]);

/** Stands before a backend, changes nothing and keeps what was answered. Exchanges have to be marked. */
export async function openRecorder(backend: URL): Promise<LoopbackServer & { recording: Recording }> {
  const recording = new Map<number, Answered>();
  const server = await openLoopbackServer((request, response) => {
    forward(request, backend).then(
      (answer) => {
        recording.set(exchangeOf(request), answer);
        response.writeHead(answer.status, answer.headers).end(answer.body);
      },
      (error: Error) => response.writeHead(502).end(error.message),
    );
  });
  return { ...server, recording };
}

/** An exchange that is to be played to a replay: no state has to be there, so nothing waits for one to be set up. */
export function withoutStates<One extends Planned>({ interaction, ...rest }: One): One {
  const { providerStates: _states, request, ...others } = interaction;
  const { generators: _generators, ...asked } = request;
  return { ...rest, interaction: { ...others, request: asked } } as One;
}

/**
 * Answers marked exchanges as the backend did, without it: whoever tries how damaged answers are found out needs no
 * database for each of them.
 */
export async function openReplay(recording: Recording): Promise<LoopbackServer> {
  return await openLoopbackServer((request, response) => {
    request.resume();
    const answer = recording.get(exchangeOf(request));
    // The verifier sets up the state of nothing in particular where an exchange needs none.
    if (!(EXCHANGE_HEADER in request.headers)) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    else if (!answer) response.writeHead(502).end('this exchange was never recorded');
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
}
