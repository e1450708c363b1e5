import type { IncomingMessage } from 'node:http';
import { type LoopbackServer, openLoopbackServer } from './loopback-server.ts';
import { EXCHANGE_HEADER, playPacts } from './pact-verifier.ts';
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
async function openReplay(recording: Recording): Promise<LoopbackServer> {
  return await openLoopbackServer((request, response) => {
    request.resume();
    const answer = recording.get(readExchange(request));
    // The verifier sets up an empty state for exchanges without states.
    if (!(EXCHANGE_HEADER in request.headers)) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    else if (!answer) response.writeHead(502).end('this exchange was never recorded');
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
}

/** Plays the exchanges to a backend once, then lets `find` play them, as often as it likes and without states, to what it answered. */
export async function onRecordedAnswers<Found>(
  planned: readonly Planned[],
  { url, ...backend }: { url: URL; statesUrl: string; timeoutMs: number },
  find: (replay: { url: URL; statesUrl: string }) => Promise<Found>,
): Promise<Found> {
  const recorder = await openRecorder(url);
  try {
    await playPacts(planned, { ...backend, url: recorder.url, isMarked: true });
  } finally {
    recorder.close();
  }
  return await onReplay(recorder.recording, find);
}

/** Answers the exchanges from the recording until `find` is done. */
export async function onReplay<Found>(
  recording: Recording,
  find: (replay: { url: URL; statesUrl: string }) => Promise<Found>,
): Promise<Found> {
  const replay = await openReplay(recording);
  try {
    return await find({ url: replay.url, statesUrl: replay.url.href });
  } finally {
    replay.close();
  }
}
