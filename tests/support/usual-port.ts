import { createServer } from 'node:net';

/** The ports on which servers of this process have listened, by kind. */
const ports = new Map<string, number>();

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Where the last server of this kind listened in this process, if nobody listens there now; 0, any free one, otherwise. */
export async function usualPort(kind: string): Promise<number> {
  const port = ports.get(kind);
  return port !== undefined && (await isFree(port)) ? port : 0;
}

/** To be called with the address of a server that listens now. */
export function rememberPort(kind: string, address: string): void {
  ports.set(kind, Number(new URL(address).port));
}
