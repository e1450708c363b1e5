import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Part } from '#contracts/states/cast.ts';
import { type LoopbackServer, openLoopbackServer } from './loopback-server.ts';

const readPart = (body: string): Part | undefined => {
  const { params } = JSON.parse(body) as { params?: { who?: Part } };
  return params?.who;
};

/**
 * Replaces the provider states of a backend that sets up none: it returns the given token of the person to be signed in
 * and accepts every other state without doing anything.
 */
export async function openTokenStates(tokens: Partial<Record<Part, string>>): Promise<LoopbackServer> {
  const answerTo = async (request: IncomingMessage) => {
    const who = readPart(await text(request));
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
