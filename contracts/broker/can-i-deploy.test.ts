import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingBroker, startRecordingBroker } from '#tests/support/recording-broker.ts';
import { BrokerProblem, brokerAccess } from './access.ts';
import { canDeploy, type Deployment } from './can-i-deploy.ts';

const SECRET = 's3cret-of-the-broker';

let broker: RecordingBroker;
beforeEach(async () => {
  broker = await startRecordingBroker();
});
afterEach(() => broker.close());

function ask(more: Partial<Deployment> = {}): ReturnType<typeof canDeploy> {
  const env = {
    PATH: process.env['PATH'],
    PACT_BROKER_BASE_URL: broker.url,
    PACT_BROKER_TOKEN: SECRET,
    PACT_BROKER_HTTP_RETRIES: '0',
  };
  return canDeploy({ pacticipant: 'ad-console', version: 'abc123', environment: 'production', ...more }, env, brokerAccess(env));
}

const row = (success: boolean | null) => ({
  consumer: { name: 'ad-console', version: { number: 'abc123' } },
  provider: { name: 'ad-delivery-api', version: success === null ? null : { number: '7.1' } },
  verificationResult: success === null ? null : { success },
});
const matrix = (deployable: boolean | null, reason: string, success: boolean | null) => ({
  status: 200,
  body: { summary: { deployable, reason, success: 0, failed: 0, unknown: 0 }, notices: [], matrix: [row(success)] },
});
const asked = () => broker.requests.find(({ path }) => path.startsWith('/matrix'));

describe('asking whether a version can be deployed', () => {
  it('answers yes when the broker does', async () => {
    broker.plan(/^\/matrix/, matrix(true, 'All required verification results are published and successful', true));
    const words = 'Yes: ad-console abc123 can go to production.\nAll required verification results are published and successful';
    expect(await ask()).toEqual({ isDeployable: true, words });
    const query = new URLSearchParams(asked()?.path.split('?')[1]);
    expect(Object.fromEntries(query)).toMatchObject({
      'q[][pacticipant]': 'ad-console',
      'q[][version]': 'abc123',
      environment: 'production',
    });
    expect(asked()?.authorization).toBe(`Bearer ${SECRET}`);
  });

  it.each([
    ['failed', false, false, 'ad-console abc123 with ad-delivery-api 7.1: the verification failed'],
    ['is missing', null, null, 'ad-console abc123 with ad-delivery-api of no version: not verified'],
  ])('answers no when a verification %s', async (_, deployable, success, pair) => {
    broker.plan(/^\/matrix/, matrix(deployable, 'There is no good result', success));
    const words = `No: ad-console abc123 cannot go to production.\nThere is no good result\n  ${pair}`;
    expect(await ask()).toEqual({ isDeployable: false, words });
  });

  it('asks for the selected provider and environment', async () => {
    broker.plan(/^\/matrix/, matrix(true, '', true));
    await ask({ pacticipant: 'ad-delivery-api', version: '7.1+x', environment: 'staging' });
    expect(asked()?.path).toContain('q[][version]=7.1%2Bx');
    expect(asked()?.path).toMatch(/environment=staging$/);
  });

  it.each([
    ['an unknown caller', /^\/matrix/, 401, { error: 'who?' }, /401 Unauthorized[^]*known by PACT_BROKER_TOKEN\./],
    ['an environment that is none', /^\/matrix/, 400, { errors: { environment: ['does not exist'] } }, /environment[^]*did not say/],
    ['a conflict', /^\/matrix/, 409, {}, /409 Conflict[^]*did not say whether/],
    ['a fault', /^\/matrix/, 500, `broken Bearer ${SECRET}`, /500 Internal Server Error[^]*did not say whether/],
    ['an answer that is none', /^\/matrix/, 200, { matrix: [] }, /did not say whether/],
  ])('says why there is no answer: %s', async (_, path, status, body, words) => {
    broker.plan(path, { status, body });
    const problem = await ask().catch((error: Error) => error);
    expect(problem).toBeInstanceOf(BrokerProblem);
    expect(String(problem)).toMatch(words);
    expect(String(problem)).not.toContain(SECRET);
  });
});
