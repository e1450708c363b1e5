import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leavesOf } from '#contracts/sets/leaves.ts';
import { mergedText, withoutBrokerMarks } from '#contracts/sets/merged.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { publishRequest } from '#tests/support/broker-documents.ts';
import { sampled } from '#tests/support/depth.ts';
import { type RecordingBroker, startRecordingBroker } from '#tests/support/recording-broker.ts';
import { BrokerProblem, brokerAccess } from './access.ts';
import { type Publication, publishPacts } from './publish.ts';

const SECRET = 's3cret-of-the-broker';
const COMMIT = '3f2504e04f8911d39a0c0305e82c3301f00dcafe';

let broker: RecordingBroker;
beforeEach(async () => {
  broker = await startRecordingBroker();
});
afterEach(() => broker.close());

/** A single pact, for tests that do not depend on its content. */
const small = { ...currentSet(), pacts: currentSet().pacts.filter(({ resource }) => resource === 'dicts') };

const publication = (more: Partial<Publication> = {}): Publication => ({
  version: COMMIT,
  branch: 'main',
  set: small,
  tags: [],
  buildUrl: null,
  ...more,
});

function publish(more: Record<string, string> = {}, what = publication()): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    PACT_BROKER_BASE_URL: broker.url,
    PACT_BROKER_TOKEN: SECRET,
    PACT_BROKER_HTTP_RETRIES: '0',
    ...more,
  };
  return publishPacts(what, env, brokerAccess(env));
}

const posts = () => broker.requests.filter(({ method }) => method === 'POST');

describe('publishing the pacts', () => {
  it('sends every interaction once and unchanged, with version and branch of git', async () => {
    // The command publishes all of them in its own test.
    const set = { ...currentSet(), pacts: sampled(currentSet().pacts, 8) };
    const message = await publish({}, publication({ set }));
    expect(posts()).toHaveLength(1);
    expect(posts()[0]).toMatchObject({
      path: '/contracts/publish',
      authorization: `Bearer ${SECRET}`,
      body: {
        pacticipantName: 'ad-console',
        pacticipantVersionNumber: COMMIT,
        branch: 'main',
        contracts: [{ consumerName: 'ad-console', providerName: 'ad-delivery-api', specification: 'pact' }],
      },
    });
    expect(leavesOf(posts()[0]?.body).filter((leaf) => !publishRequest.has(leaf) && leaf !== 'tags')).toEqual([]);
    expect(withoutBrokerMarks(broker.published())).toBe(mergedText(set));
    const count = set.pacts.reduce((sum, { interactions }) => sum + interactions.length, 0);
    expect(message).toContain(`${count} interactions of ad-console ${COMMIT}, branch main, were published to ${broker.url}.`);
  });

  it('sends a pact for each resource, when asked to', async () => {
    const two = { ...currentSet(), pacts: currentSet().pacts.filter(({ resource }) => ['dicts', 'menus'].includes(resource)) };
    const message = await publish({}, publication({ set: two, isPerResource: true }));
    expect(posts().map(({ body }) => (body as { pacticipantName: string }).pacticipantName)).toEqual([
      'ad-console-dicts',
      'ad-console-menus',
    ]);
    expect(posts()[1]).toMatchObject({ body: { contracts: [{ consumerName: 'ad-console-menus', providerName: 'ad-delivery-api' }] } });
    expect(message).toMatch(/\d+ interactions of 2 pacts of ad-console \w+, branch main/);
  });

  it('sends the build address and the tags when they are given', async () => {
    await publish({}, publication({ version: '1.2.3+abc', branch: 'feat/views', tags: ['nightly', 'v1'], buildUrl: 'https://ci/7' }));
    expect(posts()[0]?.body).toMatchObject({
      pacticipantVersionNumber: '1.2.3+abc',
      branch: 'feat/views',
      tags: ['nightly', 'v1'],
      buildUrl: 'https://ci/7',
    });
  });

  it('signs in with an account when there is no token', async () => {
    const account = { PACT_BROKER_TOKEN: '', PACT_BROKER_USERNAME: 'ada', PACT_BROKER_PASSWORD: SECRET };
    await publish(account);
    expect(new Set(broker.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Basic ${btoa(`ada:${SECRET}`)}`]));
  });

  it('reaches a broker behind a proxy through the proxy, without usage data', async () => {
    const proxy = await startRecordingBroker();
    const env = {
      PACT_BROKER_BASE_URL: 'http://broker.invalid',
      HTTP_PROXY: proxy.url,
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: broker.url,
    };
    try {
      await expect(publish(env)).rejects.toThrow('did not take the pact of');
      expect(proxy.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET http://broker.invalid/']);
      expect(broker.requests).toEqual([]);
    } finally {
      await proxy.close();
    }
  });

  it.each([
    ['an unknown caller', /^\/$/, 401, { error: `no Bearer ${SECRET}` }, /401 Unauthorized[^]*known by PACT_BROKER_TOKEN\./],
    ['a caller who may only read', /publish/, 401, { error: `no Bearer ${SECRET}` }, /401 Unauthorized[^]*did not take the pact of/],
    ['another pact of that version', /publish/, 409, { notices: [{ type: 'error', text: 'Cannot change it' }] }, /Cannot change it/],
    ['a fault', /publish/, 500, 'it broke', /500 Internal Server Error[^]*did not take the pact of/],
  ])('describes what the broker refuses: %s', async (_, path, status, body, words) => {
    broker.plan(path, { status, body });
    const message = await publish().catch((error: Error) => error);
    expect(message).toBeInstanceOf(BrokerProblem);
    expect(String(message)).toMatch(words);
    expect(String(message)).not.toContain(SECRET);
  });
});
