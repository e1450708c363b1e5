import { brokerAccess } from '#contracts/broker/access.ts';
import { readReport } from '#contracts/broker/report.ts';
import { publishResults } from '#contracts/broker/results.ts';
import { versionOf } from '#contracts/broker/source.ts';
import { CommandError, readArguments, required } from '../command.ts';

const USAGE = `usage: npm run contracts:publish-results -- --report report.json --provider-version version [--branch main]
  [--consumer-version commit] [--build-url https://…] [--per-resource]
  Tells the broker of PACT_BROKER_BASE_URL what contracts:verify found. Without --consumer-version the report must be about
  the pacts of this commit. --per-resource publishes a result for each resource in the report, whose pacts were published that way.`;

export async function publishVerification(args: string[]): Promise<void> {
  const options = {
    report: { type: 'string' },
    'provider-version': { type: 'string' },
    branch: { type: 'string' },
    'consumer-version': { type: 'string' },
    'build-url': { type: 'string' },
    'per-resource': { type: 'boolean' },
  } as const;
  const values = readArguments(USAGE, options, args);
  const file = required(values.report, 'report', USAGE);
  const providerVersion = required(values['provider-version'], 'provider-version', USAGE);
  const access = brokerAccess(process.env);
  const report = readReport(file);
  const version = values['consumer-version'];
  if (version === undefined && report.pactSet !== 'current') {
    throw new CommandError(`The report is about ${report.pactSet}: --consumer-version must say which version of the console that is.`);
  }
  // GIT_COMMIT is the commit of the provider when its build runs this.
  const consumerVersion = versionOf({ version }, {});
  const told = { report, consumerVersion, providerVersion, branch: values.branch ?? null, buildUrl: values['build-url'] ?? null };
  const isPerResource = values['per-resource'] === true;
  process.stdout.write(`${await publishResults({ ...told, isPerResource }, access)}\n`);
}
