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

/** The program itself; whatever it sends to another host than this machine arrives at the proxy. */
const run = (args: string[]): Promise<number> =>
  new Promise((resolve) => {
    const proxies = { HTTP_PROXY: elsewhere.url, HTTPS_PROXY: elsewhere.url, ALL_PROXY: elsewhere.url, NO_PROXY: '127.0.0.1' };
    const env = { PATH: process.env['PATH'], ...proxies, PACT_BROKER_BASE_URL: broker.url, PACT_DO_NOT_TRACK: 'true' };
    execFile(pactBinary(), ['broker', ...args], { env }, (error) => resolve(error === null ? 0 : 1));
  });

describe('the pact program', () => {
  it('is there on the platforms it is installed for', () => {
    expect(existsSync(pactBinary())).toBe(true);
  });

  it('is missed in words where npm left its package out', () => {
    const missing = () => {
      throw new Error('Cannot find module');
    };
    expect(() => pactBinary(missing)).toThrow(/package @pact-foundation\/pact-cli-\S+ is missing.*--omit=optional/);
  });

  it('calls nobody but the broker', async () => {
    expect(await run(['publish', 'pacts/current/dicts.json', '--consumer-app-version', '1', '--branch', 'main'])).toBe(0);
    expect(broker.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /', 'POST /contracts/publish']);
    expect(elsewhere.requests).toEqual([]);
  });

  it('would be noticed when it called somebody else', async () => {
    expect(await run(['list-environments', '--broker-base-url', 'http://elsewhere.invalid'])).toBe(1);
    expect(elsewhere.requests.length).toBeGreaterThan(0);
  });
});
