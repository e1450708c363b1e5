import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingBroker, startRecordingBroker } from '#tests/support/recording-broker.ts';
import { brokerAccess } from './access.ts';
import { brokerClient, resolveLink } from './client.ts';

let broker: RecordingBroker;
beforeEach(async () => {
  broker = await startRecordingBroker();
});
afterEach(() => broker.close());

const client = (env: Record<string, string> = {}) => brokerClient(brokerAccess({ PACT_BROKER_BASE_URL: broker.url, ...env }));

describe('where the broker is and who calls it', () => {
  it.each([
    ['no address', {}, /^PACT_BROKER_BASE_URL is not set/],
    ['a blank address', { PACT_BROKER_BASE_URL: ' ' }, /^PACT_BROKER_BASE_URL is not set/],
    ['an address that is none', { PACT_BROKER_BASE_URL: 'broker:9292' }, /^PACT_BROKER_BASE_URL must be an address/],
    ['an account in the address', { PACT_BROKER_BASE_URL: 'https://ada:hunter2@broker' }, /^PACT_BROKER_BASE_URL must hold no account/],
    ['a name without a password', { PACT_BROKER_BASE_URL: 'https://broker', PACT_BROKER_USERNAME: 'ada' }, /PACT_BROKER_PASSWORD is not$/],
    [
      'a password without a name',
      { PACT_BROKER_BASE_URL: 'https://broker', PACT_BROKER_PASSWORD: 'hunter2' },
      /PACT_BROKER_USERNAME is not$/,
    ],
  ])('is refused with a message: %s', (_, env, words) => {
    expect(() => brokerAccess(env)).toThrow(words);
    expect(() => brokerAccess(env)).not.toThrow(/hunter2/);
  });

  it('is read without a trailing slash, and with the path of a broker that shares its host', () => {
    expect(brokerAccess({ PACT_BROKER_BASE_URL: 'https://tools/pact/' })).toMatchObject({ baseUrl: 'https://tools/pact' });
  });
});

describe('the client of the broker', () => {
  it.each([
    ['a token', { PACT_BROKER_TOKEN: 'tok' }, 'Bearer tok'],
    ['an account', { PACT_BROKER_USERNAME: 'ada', PACT_BROKER_PASSWORD: 'a:b' }, `Basic ${btoa('ada:a:b')}`],
    ['a token before an account', { PACT_BROKER_TOKEN: 'tok', PACT_BROKER_USERNAME: 'a', PACT_BROKER_PASSWORD: 'b' }, 'Bearer tok'],
    ['nobody', { PACT_BROKER_TOKEN: '' }, null],
  ])('authenticates with %s', async (_, env, authorization) => {
    await client(env).index();
    expect(broker.requests.map((request) => request.authorization)).toEqual([authorization]);
  });

  it('fills placeholders of a link with any name of a branch', async () => {
    const index = await client().index();
    const href = resolveLink(index, 'pb:pacticipant-branch-version', { pacticipant: 'a b', branch: 'feat/x', version: '1+2' });
    expect(href).toBe(`${broker.url}/pacticipants/a%20b/branches/feat%2Fx/versions/1%2B2`);
    expect(() => resolveLink(index, 'pb:unheard-of')).toThrow(/has no link pb:unheard-of/);
  });

  it.each([
    [
      'an unknown caller',
      401,
      { error: 'Unauthorized' },
      /does not know the caller \(401\), who is known by PACT_BROKER_TOKEN\. It says: Una/,
    ],
    ['a caller without rights', 403, {}, /does not let this caller do that \(403\): GET http:\S+$/],
    ['a conflict', 409, { error: { message: 'Cannot change the content' } }, /answered with 409\. It says: Cannot change the content$/],
    ['a wrong request', 400, { errors: { branch: ['is blank'], tags: ['x', 'y'] } }, /400\. It says: branch is blank; tags x; tags y$/],
    ['a fault in plain text', 500, 'it broke', /500\. It says: it broke$/],
    ['a page of a proxy', 502, '<html>Bad gateway</html>', /was answered with 502\.$/],
  ])('describes a refusal: %s', async (_, status, body, words) => {
    broker.plan(/^\/$/, { status, body });
    await expect(client({ PACT_BROKER_TOKEN: 'tok' }).index()).rejects.toThrow(words);
  });

  it('removes secrets from the answers of the broker', async () => {
    broker.plan(/^\/$/, { status: 401, body: { error: 'Bearer s3cret is not known' } });
    await expect(client({ PACT_BROKER_TOKEN: 's3cret' }).index()).rejects.toThrow(/It says: Bearer \*\*\* is not known$/);
  });

  it('says what it found at an address that is not a broker', async () => {
    broker.plan(/^\/$/, { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } });
    await expect(client().index()).rejects.toThrow(/is no Pact Broker: it sent text\/html instead of JSON/);
    await broker.close();
    await expect(client().index()).rejects.toThrow(/^Nothing answers at http:\S+, the address in PACT_BROKER_BASE_URL: ECONNREFUSED$/);
  });

  it('sends its token to no other host, whether by a link or by a redirect', async () => {
    const other = await startRecordingBroker();
    try {
      await expect(client({ PACT_BROKER_TOKEN: 'tok' }).get(`${other.url}/pacts`)).rejects.toThrow(/only PACT_BROKER_BASE_URL is called/);
      broker.plan(/^\/$/, { status: 302, headers: { location: `${other.url}/` } });
      await expect(client({ PACT_BROKER_TOKEN: 'tok' }).index()).rejects.toThrow(/was sent on to http:\S+: set PACT_BROKER_BASE_URL/);
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
