import { describe, expect, it } from 'vitest';
import { testMetaConfig } from '#tests/support/meta-config.ts';
import { AdPlatformError } from '../../ad-platform.ts';
import { createGraph, type GraphRequest, proofOf } from './call.ts';

const config = testMetaConfig('https://graph.facebook.com');
const NOW = new Date('2026-11-20T08:00:00Z');
const read: GraphRequest = { method: 'GET', path: '/act_1', token: 'person-token', account: '1', parameters: { fields: 'id' } };
const write: GraphRequest = {
  method: 'POST',
  path: '/act_1/campaigns',
  token: 'person-token',
  account: '1',
  parameters: { name: 'x', list: [1] },
};

const broken = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

/** A network that gives these answers one after another. */
function network(...answers: (Response | Error)[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  const waits: number[] = [];
  const notes: string[] = [];
  const graph = createGraph({
    config,
    now: () => NOW,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0,
    note: (text) => void notes.push(text),
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      const answer = answers.shift() ?? Response.json({ id: '1' });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { graph, sent, waits, notes };
}

async function failureOf(work: Promise<unknown>): Promise<AdPlatformError> {
  const error: unknown = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof AdPlatformError)) throw new Error('it did not fail as expected');
  return error;
}

describe('a call', () => {
  it('carries the token in the header only, and proves the app', async () => {
    const { graph, sent } = network();
    await graph.call(read);
    const [{ url, init } = { url: '', init: {} }] = sent;
    expect(url).toBe(`https://graph.facebook.com/v26.0/act_1?fields=id&appsecret_proof=${proofOf('person-token', config.appSecret)}`);
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer person-token');
    expect(url).not.toContain('person-token');
  });

  it('sends flat values as form fields and structures as JSON text', async () => {
    const { graph, sent } = network();
    await graph.call({ ...write, parameters: { name: 'x', list: [{ a: 1 }], on: false, at: NOW, none: undefined } });
    const fields = Object.fromEntries(sent[0]?.init.body instanceof URLSearchParams ? sent[0].init.body : []);
    expect(fields).toMatchObject({ name: 'x', list: '[{"a":1}]', on: 'false', at: '1795161600' });
    expect(fields).not.toHaveProperty('none');
  });

  it('is repeated twice when it only reads, and never when it writes', async () => {
    const down = network(broken('ECONNREFUSED'), broken('ECONNRESET'), broken('ECONNREFUSED'));
    expect((await failureOf(down.graph.call(read))).kind).toBe('down');
    expect(down.sent).toHaveLength(3);
    expect(down.waits).toEqual([1_000, 4_000]);
    const once = network(broken('ECONNRESET'));
    await failureOf(once.graph.call(write));
    expect(once.sent).toHaveLength(1);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'])(
    'that meets %s was not sent',
    async (code) => {
      expect((await failureOf(network(broken(code)).graph.call(write))).kind).toBe('down');
    },
  );

  it.each(['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'EPIPE'])('that writes and meets %s is unknown', async (code) => {
    expect((await failureOf(network(broken(code)).graph.call(write))).kind).toBe('unknown');
  });

  it.each([
    ['a page of a proxy', () => new Response('<html>', { status: 502 })],
    ['half an answer', () => new Response('{"id":"1', { status: 200 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } })],
    ['an empty answer', () => new Response('', { status: 200 })],
    ['a server fault without words', () => Response.json({}, { status: 500 })],
    ['a transient error', () => Response.json({ error: { code: 2, message: 'x' } }, { status: 500 })],
  ])('that writes and gets %s is unknown', async (_what, answer) => {
    expect((await failureOf(network(answer()).graph.call(write))).kind).toBe('unknown');
    expect((await failureOf(network(answer(), answer(), answer()).graph.call(read))).kind).toBe('down');
  });

  it('believes the body, not the status', async () => {
    const { graph } = network(Response.json({ error: { code: 100, error_subcode: 1885272 } }, { status: 200 }));
    expect(await failureOf(graph.call(write))).toMatchObject({ kind: 'rejected', code: 100, subcode: 1_885_272 });
  });

  it('is not sent while its account is blocked', async () => {
    const headers = { 'x-business-use-case-usage': JSON.stringify({ 1: [{ call_count: 100, estimated_time_to_regain_access: 5 }] }) };
    const { graph, sent } = network(Response.json({ error: { code: 80004, error_subcode: 2446079 } }, { status: 400, headers }));
    const first = await failureOf(graph.call(write));
    expect(first).toMatchObject({ kind: 'throttled', scope: 'account', retryAt: new Date(NOW.getTime() + 300_000) });
    expect(await failureOf(graph.call(read))).toMatchObject({ kind: 'throttled', scope: 'account' });
    expect(sent).toHaveLength(1);
    await graph.call({ ...read, account: '2' });
    expect(sent).toHaveLength(2);
  });

  it('waits for the write before it in the same account', async () => {
    const order: string[] = [];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const graph = createGraph({
      config,
      now: () => NOW,
      sleep: () => Promise.resolve(),
      fetch: async (url) => {
        order.push(String(url).includes('act_2') ? 'other' : 'own');
        if (order.length === 1) await gate;
        return Response.json({ id: '1' });
      },
    });
    const all = [graph.call(write), graph.call(write), graph.call({ ...write, account: '2', path: '/act_2/campaigns' })];
    await all[2];
    expect(order).toEqual(['own', 'other']);
    open();
    await Promise.all(all);
    expect(order).toEqual(['own', 'other', 'own']);
  });

  it('notes traces and warnings about the version without any address', async () => {
    const { graph, notes } = network(
      Response.json(
        { error: { code: 100, fbtrace_id: 'AbC123' } },
        { status: 400, headers: { 'x-ad-api-version-warning': 'https://graph.facebook.com old' } },
      ),
    );
    await failureOf(graph.call(write));
    expect(notes).toEqual(['Meta ends version v26.0 soon. … old', 'the platform refused a call, trace AbC123']);
  });
});
