import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Bytes that clients sent, whether or not they arrived. */
  sent(): number;
  cuts(): number;
  /** Cuts off after another number of bytes from now on. */
  cutEvery(bytes: number): void;
  /** Where connections go from now on; open ones are not moved. */
  aimAt(url: string): void;
  close(): Promise<void>;
}

/** Passes bytes on between clients and a server, and cuts every connection off once so many bytes came from clients since the last cut. */
export async function openCuttingProxy(target: string, { cutEvery: given }: { cutEvery: number }): Promise<CuttingProxy> {
  let port = Number(new URL(target).port);
  let sent = 0;
  let sinceCut = 0;
  let cutEvery = given;
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ port, host: '127.0.0.1' });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (bytes: Buffer) => {
      sent += bytes.length;
      sinceCut += bytes.length;
      if (sinceCut >= cutEvery) {
        sinceCut = 0;
        cuts += 1;
        end();
        return;
      }
      if (!upstream.write(bytes)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
    });
    upstream.on('data', (bytes: Buffer) => void client.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent: () => sent,
    cuts: () => cuts,
    cutEvery: (bytes) => {
      cutEvery = bytes;
      sinceCut = 0;
    },
    aimAt: (url) => {
      port = Number(new URL(url).port);
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
