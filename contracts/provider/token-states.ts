import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Part } from '#contracts/states/cast.ts';

export interface TokenStates {
  url: string;
  close(): void;
}

const whoIn = (body: string): Part | undefined => {
  const { params } = JSON.parse(body) as { params?: { who?: Part } };
  return params?.who;
};

/**
 * Stands in for a backend that sets up no states: it answers who is to be signed in with the token that was given for
 * them, and takes everything else as it is.
 */
export async function openTokenStates(tokens: Partial<Record<Part, string>>): Promise<TokenStates> {
  const answerTo = async (request: IncomingMessage) => {
    const who = whoIn(await text(request));
    return who === undefined ? {} : { token: tokens[who] };
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    answerTo(request).then(
      (answer) => response.end(JSON.stringify(answer)),
      () => response.writeHead(400).end('{}'),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
