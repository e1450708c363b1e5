import { afterAll, expect, it } from 'vitest';
import { openDouble } from '#tests/support/meta-double.ts';
import { describeAdPlatform } from '../conformance/describe-ad-platform.ts';

const opened: Awaited<ReturnType<typeof openDouble>>[] = [];

describeAdPlatform('the connector to Meta', async () => {
  const channel = await openDouble({ overHttp: true });
  opened.push(channel);
  return channel;
});

afterAll(() => {
  for (const { double } of opened) expect(double.violations).toEqual([]);
});

it('is asked over the wire', () => {
  expect(opened[0]?.double.requests.length).toBeGreaterThan(100);
});
