import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';

/** A reply as it is sent. */
export interface Wire {
  headers: Record<string, string>;
  body: string | Buffer;
}

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** A value of the same type that differs everywhere; undefined when nothing can differ. */
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

/** A test that reads nothing of the reply must at least wait for it. */
const REFUSAL = json({ code: 500, message: 'refused instead', data: { reason: 'INTERNAL', trace_id: 'trace-2' } });

/** The different reply for an envelope with matchers: a success with other data, or a refusal with another reason. */
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

/** Fails a test that does not read what the service made of the reply: `use` must assert something, and fail when the reply differs. */
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
