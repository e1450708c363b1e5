import { type LookupAddress, type LookupAllOptions, lookup as lookupHost } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { DeliveryProblem, WebhookAnswer, WebhookRequest, WebhookSender } from './domain/webhook.ts';

const TIMEOUT_MS = 10_000;
/** Answers of receivers are short; the rest is not read. */
const MAX_ANSWER_BYTES = 16_384;

/** Networks that are not the public internet. One list for both families would match every IPv4 address as a mapped IPv6 one. */
const closedNetworks = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closedNetworks.ipv4.addSubnet(network, bits, 'ipv4');
// Addresses that embed or translate to IPv4 ones are closed as well.
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  closedNetworks.ipv6.addSubnet(network, bits, 'ipv6');

/** Whether an IP address lies outside of the public internet. */
export function isClosedAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return closedNetworks.ipv4.check(address, 'ipv4');
  return family === 0 || closedNetworks.ipv6.check(address, 'ipv6');
}

class ClosedAddressError extends Error {}

/** Finds every address of a name, as `dns.lookup` does. */
type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Refuses a name when any of its addresses is closed, so that the connection goes to an address that was checked. */
const lookupPublic =
  (resolve: Resolver): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const [first] = found;
      if (first === undefined || found.some(({ address }) => isClosedAddress(address))) return callback(new ClosedAddressError(), '', 0);
      if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function describeError(error: unknown): DeliveryProblem {
  if (error instanceof ClosedAddressError) return 'private_address';
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'unknown_host';
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code === 'EPROTO' || code.includes('SIGNED')) return 'insecure';
  return 'unreachable';
}

function readRetryAfter(value: string | undefined): number | undefined {
  const seconds = Number(value);
  return value !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** Sends webhooks without following redirects. `allowsPrivate` is for receivers in the company's own network, and for tests. */
export function createWebhookSender({
  allowsPrivate,
  timeoutMs = TIMEOUT_MS,
  resolve = lookupHost,
}: {
  allowsPrivate: boolean;
  timeoutMs?: number;
  resolve?: Resolver;
}): WebhookSender {
  function findProblem(address: string): DeliveryProblem | undefined {
    if (!URL.canParse(address)) return 'wrong_address';
    const url = new URL(address);
    if (url.username !== '' || url.password !== '') return 'wrong_address';
    if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) return 'insecure';
    const host = hostOf(url);
    const isClosed = host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isClosedAddress(host));
    return isClosed && !allowsPrivate ? 'private_address' : undefined;
  }

  const post = ({ address, headers, body }: WebhookRequest, signal: AbortSignal) =>
    new Promise<WebhookAnswer>((answer, reject) => {
      const url = new URL(address);
      const request = (url.protocol === 'https:' ? https : http).request(
        url,
        {
          method: 'POST',
          agent: false,
          signal,
          headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) },
          ...(allowsPrivate ? {} : { lookup: lookupPublic(resolve) }),
        },
        (response) => {
          const parts: Buffer[] = [];
          let size = 0;
          const finish = () => {
            response.destroy();
            const retryAfterS = readRetryAfter(response.headers['retry-after']);
            answer({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8'), retryAfterS });
          };
          response.on('data', (part: Buffer) => {
            parts.push(part);
            size += part.length;
            if (size >= MAX_ANSWER_BYTES) finish();
          });
          response.on('end', finish);
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });

  return {
    findProblem,
    async send(request, signal) {
      const problem = findProblem(request.address);
      if (problem !== undefined) return { problem };
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        return await post(request, signal === undefined ? timeout : AbortSignal.any([timeout, signal]));
      } catch (error) {
        if (timeout.aborted) return { problem: 'timeout' };
        signal?.throwIfAborted();
        return { problem: describeError(error) };
      }
    },
  };
}
