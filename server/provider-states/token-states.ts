import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Part } from '#contracts/states/cast.ts';
import { type LoopbackServer, openLoopbackServer } from './loopback-server.ts';

const whoIn = (body: string): Part | undefined => {
  const { params } = JSON.parse(body) as { params?: { who?: Part } };
  return params?.who;
};

/**
 * Stands in for a backend that sets up no states: it answers who is to be signed in with the token that was given for
 * them, and takes everything else as it is.
 */
export async function openTokenStates(tokens: Partial<Record<Part, string>>): Promise<LoopbackServer> {
  const answerTo = async (request: IncomingMessage) => {
    const who = whoIn(await text(request));
    return who === undefined ? {} : { token: tokens[who] };
  };
  return await openLoopbackServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    answerTo(request).then(
      (answer) => response.end(JSON.stringify(answer)),
      () => response.writeHead(400).end('{}'),
    );
  });
}
