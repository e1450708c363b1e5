import { createServer, type RequestListener } from 'node:http';

export interface LoopbackServer {
  url: URL;
  close(): void;
}

/** Listens on a free port of the loopback address, so that other machines cannot reach it. */
export async function openLoopbackServer(answer: RequestListener): Promise<LoopbackServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
