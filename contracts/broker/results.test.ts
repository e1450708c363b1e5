import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consumerOf, digestOf, digestOfResource, mergedText, uniqueNames } from '#contracts/sets/merged.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { type RecordingBroker, startRecordingBroker } from '#tests/support/recording-broker.ts';
import { BrokerProblem, brokerAccess } from './access.ts';
import { readReport, type VerificationReport } from './report.ts';
import { publishResults, type Results } from './results.ts';

const SECRET = 's3cret-of-the-broker';
const CONSUMER_VERSION = 'abc123';

const set = currentSet();
const merged = mergedText(set);

type Row = VerificationReport['interactions'][number];

let broker: RecordingBroker;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ad-results-'));
  broker = await startRecordingBroker();
  const content = Buffer.from(merged).toString('base64');
  await fetch(`${broker.url}/contracts/publish`, {
    method: 'POST',
    body: JSON.stringify({ pacticipantName: 'ad-console', pacticipantVersionNumber: CONSUMER_VERSION, contracts: [{ content }] }),
  });
  broker.requests.length = 0;
});
afterEach(async () => {
  await broker.close();
  rmSync(folder, { recursive: true, force: true });
});

const passed = (): Row[] =>
  set.pacts.flatMap(({ resource, interactions }) =>
    interactions.map(({ description }) => ({ resource, description, call: '', outcome: 'passed' as const, differences: [] })),
  );

function reportOf(interactions: Row[], more: Partial<VerificationReport> = {}): VerificationReport {
  const of = (outcome: Row['outcome']) => interactions.filter((each) => each.outcome === outcome).length;
  return {
    provider: 'ad-delivery-api',
    baseUrl: 'http://127.0.0.1:1',
    startedAt: '2026-11-21T08:00:00.000Z',
    pactSet: 'current',
    digest: digestOf(merged),
    counts: { passed: of('passed'), failed: of('failed'), skipped: of('skipped') },
    interactions,
    ...more,
  };
}

const changed = (outcome: Row['outcome'], differences: string[] = []): Row[] =>
  passed().map((row, at) => (at === 0 ? { ...row, outcome, differences } : row));

async function publish(report: unknown, more: Partial<Results> = {}): Promise<string> {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  const about = { consumerVersion: CONSUMER_VERSION, providerVersion: '7.1+x', branch: null, buildUrl: null, ...more };
  return await publishResults(
    { report: readReport(file), ...about },
    brokerAccess({ PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: SECRET }),
  );
}

async function refused(report: unknown, more: Partial<Results> = {}): Promise<string> {
  const message = await publish(report, more).catch((error: unknown) => error);
  expect(message).toBeInstanceOf(BrokerProblem);
  return String(message);
}

const sent = () => broker.requests.filter(({ method }) => method !== 'GET');
const resultsPath = `/pacts/provider/ad-delivery-api/consumer/ad-console/version/${CONSUMER_VERSION}/verification-results`;

describe('publishing what a verification found', () => {
  it('publishes the result of every interaction of the pact of that version, found by links of the broker', async () => {
    const message = await publish(reportOf(passed()), { branch: 'feat/x', buildUrl: 'https://ci/7' });
    expect(message).toContain(
      `ad-delivery-api 7.1+x keeps the pact of ad-console ${CONSUMER_VERSION} (${passed().length} passed, 0 failed)`,
    );
    expect(sent().map(({ method, path: at }) => `${method} ${at}`)).toEqual([
      'PUT /pacticipants/ad-delivery-api/branches/feat%2Fx/versions/7.1%2Bx',
      `POST ${resultsPath}`,
    ]);
    const body = sent()[1]?.body as { testResults: { interactionId: string; interactionDescription: string; success: boolean }[] };
    expect(body).toMatchObject({ success: true, providerApplicationVersion: '7.1+x', buildUrl: 'https://ci/7' });
    const named = body.testResults.map(({ interactionDescription }) => interactionDescription);
    expect(named.toSorted()).toEqual(uniqueNames(passed()).toSorted());
    expect(new Set(body.testResults.map(({ interactionId }) => interactionId)).size).toBe(passed().length);
    expect(new Set(broker.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${SECRET}`]));
  });

  it('publishes the differences, and that the pact is broken', async () => {
    const rows = changed('failed', ['data.total is a text, not a number']);
    expect(await publish(reportOf(rows))).toMatch(/breaks the pact of .* \(\d+ passed, 1 failed\)/);
    const body = sent()[0]?.body as { success: boolean; testResults: object[] };
    expect(body.success).toBe(false);
    expect(body.testResults).toContainEqual(
      expect.objectContaining({
        interactionDescription: rows[0]?.description,
        success: false,
        mismatches: [{ description: 'data.total is a text, not a number' }],
      }),
    );
  });

  it.each<[string, () => unknown, RegExp]>([
    ['skipped an interaction', () => reportOf(changed('skipped')), /says nothing about 1 of \d+ interactions/],
    ['left an interaction out', () => reportOf(passed().slice(1)), /says nothing about 1 of \d+ interactions/],
    ['knows another interaction', () => reportOf([...passed(), { ...changed('passed')[0]!, description: 'other' }]), /such as "other"/],
    ['verified other bytes', () => reportOf(passed(), { digest: 'f00' }), /about other interactions than the pact of ad-console abc123/],
    ['is about another provider', () => reportOf(passed(), { provider: 'other' }), /is about other, not about ad-delivery-api/],
    ['was cut off', () => ({ ...reportOf(passed()), counts: { passed: 1, failed: 0, skipped: 0 } }), /counts other outcomes than it lists/],
    ['is another document', () => ({ passed: true }), /is no report of a verification/],
    ['is no document', () => '{', /cannot be read as a report/],
  ])('publishes nothing of a report that %s', async (_, report, words) => {
    expect(await refused(report())).toMatch(words);
    expect(sent()).toEqual([]);
  });

  it('publishes the result of each verified resource, when its pact was published alone', async () => {
    for (const pact of set.pacts.filter(({ resource }) => ['dicts', 'menus'].includes(resource))) {
      const consumer = consumerOf(pact.resource);
      const content = Buffer.from(mergedText({ pacts: [pact] }, consumer)).toString('base64');
      await fetch(`${broker.url}/contracts/publish`, {
        method: 'POST',
        body: JSON.stringify({ pacticipantName: consumer, pacticipantVersionNumber: CONSUMER_VERSION, contracts: [{ content }] }),
      });
    }
    broker.requests.length = 0;
    const of = (resource: string) => passed().filter((row) => row.resource === resource);
    const broken = of('menus').map((row) => ({ ...row, outcome: 'failed' as const }));
    const digests = Object.fromEntries(set.pacts.map((pact) => [pact.resource, digestOfResource(pact)]));
    const message = await publish(reportOf([...of('dicts'), ...broken], { digests }), { isPerResource: true, branch: 'main' });
    expect(message).toMatch(/keeps the pact of ad-console-dicts abc123[^]*breaks the pact of ad-console-menus abc123/);
    expect(sent().map(({ method, path: at }) => `${method} ${at}`)).toEqual([
      'PUT /pacticipants/ad-delivery-api/branches/main/versions/7.1%2Bx',
      'POST /pacts/provider/ad-delivery-api/consumer/ad-console-dicts/version/abc123/verification-results',
      'POST /pacts/provider/ad-delivery-api/consumer/ad-console-menus/version/abc123/verification-results',
    ]);
    expect(
      sent()
        .slice(1)
        .map(({ body }) => (body as { success: boolean }).success),
    ).toEqual([true, false]);
  });

  it('publishes nothing of a resource that was verified in part', async () => {
    const rows = passed()
      .filter(({ resource }) => resource === 'roles')
      .slice(1);
    const [pact] = set.pacts.filter(({ resource }) => resource === 'roles');
    const content = Buffer.from(mergedText({ pacts: pact ? [pact] : [] }, 'ad-console-roles')).toString('base64');
    await fetch(`${broker.url}/contracts/publish`, {
      method: 'POST',
      body: JSON.stringify({ pacticipantName: 'ad-console-roles', pacticipantVersionNumber: CONSUMER_VERSION, contracts: [{ content }] }),
    });
    broker.requests.length = 0;
    expect(await refused(reportOf(rows), { isPerResource: true })).toMatch(/says nothing about 1 of \d+ interactions/);
    expect(sent()).toEqual([]);
  });

  it('publishes nothing for a version without a pact', async () => {
    const message = await refused(reportOf(passed()), { consumerVersion: 'unheard-of' });
    expect(message).toContain('The broker has no pact of ad-console unheard-of with ad-delivery-api');
    expect(sent()).toEqual([]);
  });

  it.each([
    ['an unknown caller', /^\/$/, 401, /\(401\), who is known by PACT_BROKER_TOKEN/],
    ['a conflict', /results$/, 409, /verification-results was answered with 409\. It says: no Bearer \*\*\*/],
    ['a fault', /results$/, 500, /verification-results was answered with 500/],
  ])('describes what the broker refuses: %s', async (_, at, status, words) => {
    broker.plan(at, { status, body: { error: `no Bearer ${SECRET}` } });
    const message = await refused(reportOf(passed()));
    expect(message).toMatch(words);
    expect(message).not.toContain(SECRET);
  });
});
