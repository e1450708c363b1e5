import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pactBinary } from '#contracts/pact-program.ts';
import { mergedText } from '#contracts/sets/merged.ts';
import { type RecordingBroker, startRecordingBroker } from '#tests/support/recording-broker.ts';

let broker: RecordingBroker;
let provider: ReturnType<typeof createServer>;
let answer = '';
beforeEach(async () => {
  broker = await startRecordingBroker();
  provider = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await broker.close();
  provider.close();
  provider.closeAllConnections();
});

async function publishOne(): Promise<void> {
  const response = { status: 200, body: { content: { code: 0 }, contentType: 'application/json', encoded: false } } as const;
  const interaction = {
    type: 'Synchronous/HTTP',
    description: 'asks',
    request: { method: 'GET', path: '/api/x' },
    response: { ...response, headers: { 'Content-Type': ['application/json'] } },
  };
  const text = mergedText({ pacts: [{ resource: 'x', interactions: [interaction] }] });
  await fetch(`${broker.url}/contracts/publish`, {
    method: 'POST',
    body: JSON.stringify({
      pacticipantName: 'ad-console',
      pacticipantVersionNumber: 'abc',
      contracts: [{ content: Buffer.from(text).toString('base64') }],
    }),
  });
  broker.requests.length = 0;
}

/** The command of docs/publishing.md. */
function verify(): Promise<number> {
  const { port } = provider.address() as AddressInfo;
  const args = ['verifier', '--provider-name', 'ad-delivery-api', '--hostname', '127.0.0.1', '--port', String(port)];
  const published = ['--publish', '--provider-version', '7.1+x', '--provider-branch', 'feat/x'];
  const asked = ['--broker-url', broker.url, '--consumer-version-selectors', '{"mainBranch":true}'];
  const env = { PATH: process.env['PATH'], PACT_BROKER_TOKEN: 'tok', PACT_DO_NOT_TRACK: 'true' };
  return new Promise((resolve) => {
    execFile(pactBinary(), [...args, ...asked, ...published], { env }, (error) => resolve(error === null ? 0 : Number(error.code)));
  });
}

describe('the verifier without this code', () => {
  it.each([
    ['keeps the pact', '{"code":0}', 0, true],
    ['breaks it', '{"code":-2}', 1, false],
  ])('publishes that a provider %s', async (_, answered, code, success) => {
    answer = answered;
    await publishOne();
    expect(await verify()).toBe(code);
    expect(broker.requests.filter(({ method }) => method !== 'GET')).toMatchObject([
      { method: 'POST', path: '/pacts/provider/ad-delivery-api/for-verification', body: { providerVersionBranch: 'feat/x' } },
      { method: 'PUT', path: '/pacticipants/ad-delivery-api/branches/feat%2Fx/versions/7.1%2Bx' },
      {
        method: 'POST',
        path: expect.stringMatching(/\/verification-results$/),
        body: { success, providerApplicationVersion: '7.1+x', testResults: [{ interactionId: expect.any(String), success }] },
      },
    ]);
    expect(new Set(broker.requests.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer tok']));
  });
});
