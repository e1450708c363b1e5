import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3}):\d+)$/;

/** The plain IP address in a header value; some proxies add a port, brackets or a zone. Undefined when it contains none. */
export function parseAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const found = WITH_PORT.exec(trimmed);
  const [address = ''] = (found?.[1] ?? found?.[2] ?? trimmed).split('%');
  return isIP(address) === 0 ? undefined : address;
}

/** Reduces `X-Forwarded-For` to plain addresses before the client's address is read from it. */
export function normalizeForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return;
    const addresses = String(forwarded)
      .split(',')
      .flatMap((each) => parseAddress(each) ?? []);
    if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
    else delete headers['x-forwarded-for'];
  });
}
