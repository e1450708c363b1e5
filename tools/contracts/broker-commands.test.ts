import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { contractsCommand } from '#tests/support/contracts-command.ts';
import { type RecordingBroker, startRecordingBroker } from '#tests/support/recording-broker.ts';

const SECRET = 's3cret-of-the-broker';

let broker: RecordingBroker;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ad-broker-'));
  broker = await startRecordingBroker();
});
afterEach(async () => {
  await broker.close();
  rmSync(folder, { recursive: true, force: true });
});

const command = (args: string[], env: Record<string, string> = {}) =>
  contractsCommand(args, {
    PACT_BROKER_BASE_URL: broker.url,
    PACT_BROKER_TOKEN: SECRET,
    GIT_COMMIT: 'abc123',
    GIT_BRANCH: 'main',
    ...env,
  });

/** The working tree may differ from its commit. */
const publish = (env: Record<string, string> = {}, ...args: string[]) => command(['publish', '--allow-dirty', ...args], env);

/** The report of a verification that passed, or of one that was interrupted. */
function reportFile(pactSet: string): string {
  const interactions = currentSet().pacts.flatMap(({ resource, interactions: all }) =>
    all.map(({ description }) => ({ resource, description, call: '', outcome: 'passed', differences: [] })),
  );
  const counts = { passed: interactions.length, failed: 0, skipped: 0 };
  const file = path.join(folder, 'report.json');
  const startedAt = '2026-11-21T08:00:00.000Z';
  writeFileSync(file, JSON.stringify({ provider: 'ad-delivery-api', baseUrl: '', startedAt, pactSet, counts, interactions }));
  return file;
}

const publishResults = (args: string[], env: Record<string, string> = {}) =>
  command(['publish-results', '--provider-version', '7.1', ...args], env);

const posted = () => broker.requests.filter(({ method }) => method === 'POST').map(({ path: at }) => at);

const matrix = (deployable: boolean) => ({
  status: 200,
  body: { summary: { deployable, reason: 'Because' }, notices: [], matrix: [] },
});

describe('the commands that speak with a broker', { timeout: 60_000 }, () => {
  it('publish a pact and what a verification found of it, past the proxies of the environment where the broker is on this machine', async () => {
    const proxy = await startRecordingBroker();
    const proxies = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
    const env = Object.fromEntries(proxies.map((name) => [name, proxy.url]));
    try {
      const { code, out } = await publish(env, '--tag', 'nightly');
      expect(code).toBe(0);
      expect(out).toContain(`interactions of ad-console abc123, branch main, were published to ${broker.url}.`);
      expect(broker.requests.at(-1)).toMatchObject({ body: { pacticipantVersionNumber: 'abc123', branch: 'main', tags: ['nightly'] } });
      const results = await publishResults(['--report', reportFile('current'), '--consumer-version', 'abc123'], env);
      expect(results).toMatchObject({ code: 0, out: expect.stringContaining('ad-delivery-api 7.1 keeps the pact of ad-console abc123') });
      expect(posted().at(-1)).toMatch(/\/verification-results$/);
      expect(proxy.requests).toEqual([]);
    } finally {
      await proxy.close();
    }
  });

  it('end with 1 where the broker refuses, and show what it says but no secret', async () => {
    broker.plan(/.*/, { status: 401, body: { error: { message: `no Bearer ${SECRET}` } } });
    const { code, out, err } = await publishResults(['--report', reportFile('current'), '--consumer-version', 'abc123']);
    expect(code).toBe(1);
    expect(err).toMatch(/\(401\)[^]*no Bearer \*\*\*/);
    expect(out + err).not.toContain(SECRET);
    expect(err).not.toContain('    at ');
  });

  it.each([
    ['publish', ['publish', '--allow-dirty'], 1],
    ['can-i-deploy', ['can-i-deploy'], 2],
    ['publish-results', ['publish-results', '--report', 'report.json', '--provider-version', '1'], 1],
  ])('send nothing without an address, and name the variable: %s', async (_, args, expected) => {
    const { code, out, err } = await command(args, { PACT_BROKER_BASE_URL: '' });
    expect(code).toBe(expected);
    expect(err).toContain('PACT_BROKER_BASE_URL is not set');
    expect(out).toBe('');
    expect(broker.requests).toEqual([]);
  });

  it('show how they are used where they were told something they do not know', async () => {
    const { code, err } = await publish({}, '--brnch', 'main');
    expect(code).toBe(1);
    expect(err).toMatch(/--brnch[^]*usage: npm run contracts:publish/);
    expect(broker.requests).toEqual([]);
  });

  it.each([
    ['0 for yes', matrix(true), 0, /^Yes: ad-console abc123 can go to production\.\nBecause\n$/],
    ['1 for no', matrix(false), 1, /^No: ad-console abc123 cannot go to production\.\nBecause\n$/],
    ['2 where it cannot be found out', { status: 500 }, 2, /500 Internal Server Error[^]*did not say whether/],
  ])('end the question about a deployment with %s', async (_, answer, expected, words) => {
    broker.plan(/^\/matrix/, answer);
    const { code, out, err } = await command(['can-i-deploy']);
    expect(code).toBe(expected);
    expect(out + err).toMatch(words);
  });

  it.each([
    ['the version of the provider', ['--pacticipant', 'ad-delivery-api'], /--version is missing/],
    ['a pacticipant of this contract', ['--pacticipant', 'somebody'], /--pacticipant must be ad-console or ad-delivery-api/],
  ])('ask about no deployment without %s', async (_, args, words) => {
    const { code, err } = await command(['can-i-deploy', ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(words);
    expect(broker.requests).toEqual([]);
  });

  it('ask which version of the console was verified where it was not the one of this commit', async () => {
    const { code, err } = await publishResults(['--report', reportFile('released/0.1.0')]);
    expect(code).toBe(1);
    expect(err).toMatch(/about released\/0\.1\.0: --consumer-version must say/);
    expect(broker.requests).toEqual([]);
  });

  it('say that a pact was never published, without a trace of the program', async () => {
    const { code, err } = await publishResults(['--report', reportFile('current'), '--consumer-version', 'unheard-of']);
    expect(code).toBe(1);
    expect(err).toMatch(/has no pact of ad-console unheard-of/);
    expect(err).not.toContain('    at ');
  });
});
