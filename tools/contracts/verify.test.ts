import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pactBinary, withoutCertificates } from '#contracts/pact-program.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import type { Verification } from '#server/provider-states/verify.ts';
import { contractsCommand } from '#tests/support/contracts-command.ts';
import { sampled } from '#tests/support/depth.ts';
import { type ServerProcess, spawnProvider } from '#tests/support/server-process.ts';

const LONG = { timeout: 180_000 };
const STATES = '/_pact/provider-states';
const countOf = (...only: string[]): number =>
  currentSet().pacts.reduce((sum, { resource, interactions }) => sum + (only.includes(resource) ? interactions.length : 0), 0);

const verify = (args: string[], env: Record<string, string> = {}) => contractsCommand(['verify', ...args], env);

const PACTS = 'pacts/current';

/** A provider written by docs/backend.md alone, without code of this project. */
function verifyStandalone(
  port: string | number,
  { dir = PACTS, more = [] }: { dir?: string; more?: string[] } = {},
): Promise<{ code: number; out: string }> {
  const backend = ['--hostname', '127.0.0.1', '--port', String(port), '--provider-name', 'ad-delivery-api'];
  const states = ['--state-change-url', `http://127.0.0.1:${port}${STATES}`];
  const env = { PATH: process.env.PATH, PACT_DO_NOT_TRACK: 'true', ...withoutCertificates };
  return new Promise((resolve) => {
    execFile(pactBinary(), ['verifier', '--dir', dir, ...backend, ...states, ...more], { env, maxBuffer: 64 * 1024 * 1024 }, (error, out) =>
      resolve({ code: error === null ? 0 : Number(error.code), out }),
    );
  });
}

async function stateSetUp(url: string, state: string, params: object): Promise<{ token?: string }> {
  const body = JSON.stringify({ state, params, action: 'setup' });
  const answer = await fetch(`${url}${STATES}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()) as { token?: string };
}

describe('our server, as a process that knows nothing of this one', () => {
  let server: ServerProcess;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-reports-'));
  beforeAll(async () => {
    server = await spawnProvider();
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the pacts that are asked for, and both reports say so', LONG, async () => {
    const { code, out } = await verify(['--url', server.url, '--only', 'roles,dicts', '--report', folder]);
    const count = countOf('roles', 'dicts');
    expect(code).toBe(0);
    expect(out).toContain('✓ lists one page of the roles, filtered and sorted');
    expect(out).toContain(`${count} passed, 0 failed, 0 skipped`);
    expect(out).toMatch(/access: (\d+) of \1 calls refuse those who may not make them/);
    const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as Verification;
    expect(report).toMatchObject({ pactSet: 'current', counts: { passed: count, failed: 0, skipped: 0 } });
    expect(report.interactions).toHaveLength(count);
    const cases = readFileSync(path.join(folder, 'junit.xml'), 'utf8').match(/<testcase /g);
    const { access = [], filters = [], orders = [] } = report;
    expect(cases).toHaveLength(count + access.length + filters.length + orders.length);
    expect(out).toMatch(/filters: (\d+) of \1 filters of \d+ lists choose rows/);
    expect(out).toMatch(/orders: ([1-9]\d*) of \1 lists with two rows or more stand in the declared order/);
    expect(report.access?.length).toBeGreaterThan(5);
  });

  it('keeps them for the standalone verifier too', LONG, async () => {
    const chosen = sampled(readdirSync(PACTS).toSorted(), 24);
    const dir = path.join(folder, 'pacts');
    mkdirSync(dir);
    for (const file of chosen) copyFileSync(path.join(PACTS, file), path.join(dir, file));
    const { code, out } = await verifyStandalone(new URL(server.url).port, { dir });
    const count = countOf(...chosen.map((file) => path.basename(file, '.json')));
    expect(count).toBeGreaterThan(25);
    expect(out.match(/^ {4}returns a response which$/gm)).toHaveLength(count);
    expect(code).toBe(0);
  });

  it('plays only the exchanges of a call, a description or a state that is asked for', LONG, async () => {
    const { code, out } = await verify([
      '--url',
      server.url,
      '--endpoint',
      'roles.list',
      '--state',
      'a role exists',
      '--no-access',
      '--no-filters',
    ]);
    expect(code).toBe(0);
    expect(out).toContain('✓ lists one page of the roles, filtered and sorted');
    expect(out).not.toContain('finds no role by an unknown word');
    expect(out).not.toContain('access:');
    expect(out).not.toContain('filters:');
    const none = await verify(['--url', server.url, '--description', 'no such exchange']);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('no exchange has this endpoint, description and state') });
  });

  it('is asked nothing that changes anything where only reading is wanted', LONG, async () => {
    const { code, out } = await verify(['--url', server.url, '--only', 'roles', '--read-only']);
    expect(code).toBe(0);
    expect(out).toMatch(/– creates a role +\(changes something\)|– creates a role {2}\(changes something\)/);
    expect(out).toMatch(/✓ lists one page of the roles/);
  });

  it('is asked with a token alone what needs nothing but a sign-in; the token is in no output', LONG, async () => {
    const { token = '' } = await stateSetUp(server.url, 'somebody is signed in', { who: 'admin' });
    const { code, out, err } = await verify(['--url', server.url], { CONTRACTS_TOKENS: `admin=${token}` });
    expect(code).toBe(0);
    expect(out).toMatch(/✓ finds no role by an unknown word/);
    expect(out).toMatch(/– edits a role .*\(changes something\)/);
    expect(out).toMatch(/– lists the sessions of the user .*\(needs a token of "staff"\)/);
    expect(out).toMatch(/– lists one page of the roles, filtered and sorted .*\(needs the state "a role exists"\)/);
    expect(token.length).toBeGreaterThan(20);
    expect(out + err).not.toContain(token);
  });

  it('sets up no state in production: the address does not exist there', LONG, async () => {
    const { code, err } = await verify(['--url', server.url, '--states-url', `${server.url}/nowhere`]);
    expect(code).toBe(2);
    expect(err).toContain('/nowhere answers 404');
  });
});

describe('a small server that keeps little', () => {
  const server = createServer((request, response) => {
    void text(request).then(() => {
      response.setHeader('content-type', 'application/json');
      if (request.url === STATES) return response.end('{"token":"living-token-7"}');
      return response.end(JSON.stringify({ code: 0, message: 'ok', data: { list: [{ id: 'one', name: 'Editors' }], total: 1 } }));
    });
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('fails, and is told in words what differs and where', LONG, async () => {
    const { code, out } = await verify(['--url', url, '--only', 'roles']);
    expect(code).toBe(1);
    expect(out).toMatch(/✗ lists one page of the roles, filtered and sorted +POST \/api\/sys-roles\/list/);
    expect(out).toContain("data.list[0].id: Expected 'one' (String) to be equal to 31 (Integer)");
    expect(out).toContain('state    "a role exists" {"actions":["export","copy"],"id":31');
    expect(out).toContain(`request  curl -sS -X POST '${url}/api/sys-roles/list' -H "authorization: Bearer $TOKEN"`);
    expect(out).toContain('answer   HTTP 200 application/json');
    expect(out).toContain('see      /contracts/#/calls/roles.list');
    expect(out).toContain('access: 0 of');
    expect(out).toContain('a caller without a token: answered 0 (success) instead of 401 NO_TOKEN');
    expect(out).toMatch(/POST \/api\/sys-roles\/list .*\n {6}no value changes which rows come: keyword/);
    expect(out).toContain('data.list[0]: Actual map is missing the following keys: actions, is_builtin');
    expect(out).toContain('code: Expected 0 (Integer) to be equal to 404 (Integer)');
    expect(out).not.toContain('living-token-7');
  });

  it('is told how the command is used', LONG, async () => {
    const { code, out } = await verify(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('--no-access');
  });

  it('fails for the standalone verifier too', LONG, async () => {
    const { code, out } = await verifyStandalone(new URL(url).port, { more: ['--filter-description', 'lists one page of the roles'] });
    expect(code).toBe(1);
    expect(out).toContain('Actual map is missing the following keys');
  });
});

describe('the command', () => {
  // Each case starts its own program.
  const mistakes = sampled<[string, string[], string]>(
    [
      ['without an address', [], '--url is missing'],
      ['with something else for an address', ['--url', 'backend'], '--url "backend" is no address'],
      ['with an address nobody listens at', ['--url', 'http://127.0.0.1:9'], 'cannot be reached at http://127.0.0.1:9/'],
      ['with the token of nobody', ['--url', 'http://127.0.0.1:9', '--token', 'boss=secret-9'], '--token: say whose it is'],
      [
        'with both tokens and states',
        ['--url', 'http://127.0.0.1:9', '--token', 'abc', '--states-url', 'http://127.0.0.1:9'],
        '--states-url or tokens',
      ],
      ['with pacts that are not there', ['--url', 'http://127.0.0.1:9', '--pacts', 'pacts/none'], 'there is no folder pacts/none'],
      ['with an option it does not know', ['--url', 'http://127.0.0.1:9', '--fast'], '--fast'],
    ],
    3,
  );

  it.each(mistakes)('%s says what is wrong and does not count as a verification', LONG, async (_name, args, words) => {
    const { code, err } = await verify(args);
    expect(code).toBe(2);
    expect(err).toContain(words);
    expect(err).not.toContain('secret-9');
  });
});
