import type { IncomingMessage } from 'node:http';
import { Verifier } from '@pact-foundation/pact';

/** Given as JSON in the first argument. Ends with 1 when an answer differs from its pact. */
export interface VerifierTask {
  address: string;
  statesAddress: string;
  pacts: string[];
}

const { address, statesAddress, pacts } = JSON.parse(process.argv[2] ?? '{}') as VerifierTask;

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && Object.keys(value).length === 0;

await new Verifier({
  provider: 'ad-delivery-api',
  providerBaseUrl: address,
  providerStatesSetupUrl: statesAddress,
  pactUrls: pacts,
  logLevel: 'error',
  // The verifier announces the two bytes of `{}` and then sends none of them; bytes it passes on.
  requestFilter: (request: IncomingMessage & { body?: unknown }, _response: unknown, next: () => void) => {
    if (request.headers['content-length'] === '2' && isEmptyObject(request.body)) request.body = Buffer.from('{}');
    next();
  },
})
  .verifyProvider()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
