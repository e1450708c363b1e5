import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';

/** An answer as it comes over the wire. */
export interface Wire {
  headers: Record<string, string>;
  body: string | Buffer;
}

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** Of the same form, and nowhere of the same value; undefined where there is nothing to change. */
function otherwise(value: unknown): unknown {
  if (typeof value === 'string') return `${value}~`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (value === null) return 'no longer nothing';
  const inner = Object.entries(value as object).map(([key, one]) => [key, otherwise(one)] as const);
  if (inner.every(([, one]) => one === undefined)) return undefined;
  const kept = value as Record<string, unknown>;
  const changed = inner.map(([key, one]) => [key, one === undefined ? kept[key] : one] as const);
  return Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed);
}

const json = (envelope: Envelope): Wire => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(envelope) });

/** A test that has nothing to look at must at least wait for the answer. */
const REFUSAL = json({ code: 500, message: 'refused instead', data: { reason: 'INTERNAL', trace_id: 'trace-2' } });

/** What is said instead of an envelope with matchers: a success with other data, a refusal for another reason. */
export function otherEnvelope(envelope: object): Wire {
  const { code, message, data } = MatchersV3.reify(envelope) as unknown as Envelope;
  const other = otherwise(data);
  if (other === undefined) return REFUSAL;
  return json({ code: code === 0 ? 0 : code + 1, message: `${message}~`, data: other });
}

async function serving(answer: Wire): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => response.writeHead(200, answer.headers).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/**
 * Fails a test that does not look at what the service made of the answer: `use` has to assert something, and to fail when
 * it is answered otherwise. So an assertion about something else is none.
 */
export async function requireLooking(answers: { expected: string; other: Wire }, use: (url: string) => Promise<void>): Promise<void> {
  const before = expect.getState().assertionCalls;
  await use(answers.expected);
  if (expect.getState().assertionCalls === before) throw new Error('this exchange asserts nothing of what the service made of the answer');
  const { server, url } = await serving(answers.other);
  try {
    const isSeen = await use(url).then(
      () => false,
      () => true,
    );
    if (!isSeen) throw new Error('this exchange passes whatever the answer says');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
