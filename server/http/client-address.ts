import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3}):\d+)$/;

/** An address alone: some proxies write a port behind it, brackets around it, or a zone into it. Undefined where there is none. */
export function plainAddress(text: string): string | undefined {
  const written = text.trim();
  const found = WITH_PORT.exec(written);
  const [address = ''] = (found?.[1] ?? found?.[2] ?? written).split('%');
  return isIP(address) === 0 ? undefined : address;
}

/** Leaves addresses alone in `X-Forwarded-For`, so that whoever reads the address of a client finds one. */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const given = headers['x-forwarded-for'];
    if (given === undefined) return;
    const addresses = String(given)
      .split(',')
      .flatMap((each) => plainAddress(each) ?? []);
    if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
    else delete headers['x-forwarded-for'];
  });
}
