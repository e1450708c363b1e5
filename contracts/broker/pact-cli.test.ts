import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pactBinary } from '#contracts/pact-program.ts';
import { type RecordingBroker, startRecordingBroker } from '#tests/support/recording-broker.ts';

let broker: RecordingBroker;
let elsewhere: RecordingBroker;
beforeEach(async () => {
  broker = await startRecordingBroker();
  elsewhere = await startRecordingBroker();
});
afterEach(async () => {
  await broker.close();
  await elsewhere.close();
});

/** Runs the real program; requests to any other host arrive at the proxy. */
const run = (args: string[]): Promise<number> =>
  new Promise((resolve) => {
    const proxies = { HTTP_PROXY: elsewhere.url, HTTPS_PROXY: elsewhere.url, ALL_PROXY: elsewhere.url, NO_PROXY: '127.0.0.1' };
    const env = { PATH: process.env['PATH'], ...proxies, PACT_BROKER_BASE_URL: broker.url, PACT_DO_NOT_TRACK: 'true' };
    execFile(pactBinary(), ['broker', ...args], { env }, (error) => resolve(error === null ? 0 : 1));
  });

describe('the pact program', () => {
  it('exists on the platforms it is installed for', () => {
    expect(existsSync(pactBinary())).toBe(true);
  });

  it('is reported as missing when npm did not install its package', () => {
    const missing = () => {
      throw new Error('Cannot find module');
    };
    expect(() => pactBinary(missing)).toThrow(/package @pact-foundation\/pact-cli-\S+ is missing.*--omit=optional/);
  });

  it('sends requests to the broker only', async () => {
    expect(await run(['publish', 'pacts/current/dicts.json', '--consumer-app-version', '1', '--branch', 'main'])).toBe(0);
    expect(broker.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /', 'POST /contracts/publish']);
    expect(elsewhere.requests).toEqual([]);
  });

  it('is noticed when it sends requests to another host', async () => {
    expect(await run(['list-environments', '--broker-base-url', 'http://elsewhere.invalid'])).toBe(1);
    expect(elsewhere.requests.length).toBeGreaterThan(0);
  });
});
