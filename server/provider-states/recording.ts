import type { IncomingMessage } from 'node:http';
import { type LoopbackServer, openLoopbackServer } from './loopback-server.ts';
import { EXCHANGE_HEADER } from './pact-verifier.ts';
import type { Planned } from './plan.ts';
import { type Answered, forward } from './proxy.ts';

/** The answers of a backend by the number of the exchange. */
export type Recording = ReadonlyMap<number, Answered>;

const readExchange = (request: IncomingMessage): number => Number(request.headers[EXCHANGE_HEADER]);

/** A proxy in front of a backend that changes nothing and records the answers. Exchanges must be marked. */
export async function openRecorder(backend: URL): Promise<LoopbackServer & { recording: Recording }> {
  const recording = new Map<number, Answered>();
  const server = await openLoopbackServer((request, response) => {
    forward(request, backend).then(
      (answer) => {
        recording.set(readExchange(request), answer);
        response.writeHead(answer.status, answer.headers).end(answer.body);
      },
      (error: Error) => response.writeHead(502).end(error.message),
    );
  });
  return { ...server, recording };
}

/** Removes the states of an exchange for a replay, which needs none and would otherwise wait for their set-up. */
export function withoutStates<One extends Planned>({ interaction, ...rest }: One): One {
  const { providerStates: _states, request, ...others } = interaction;
  const { generators: _generators, ...asked } = request;
  return { ...rest, interaction: { ...others, request: asked } } as One;
}

/**
 * Answers marked exchanges from the recording, so that tests with damaged answers need neither the backend nor its
 * database.
 */
export async function openReplay(recording: Recording): Promise<LoopbackServer> {
  return await openLoopbackServer((request, response) => {
    request.resume();
    const answer = recording.get(readExchange(request));
    // The verifier sets up an empty state for exchanges without states.
    if (!(EXCHANGE_HEADER in request.headers)) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    else if (!answer) response.writeHead(502).end('this exchange was never recorded');
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
}
