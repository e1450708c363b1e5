import { BrokerProblem, brokerAccess } from '#contracts/broker/access.ts';
import { canDeploy } from '#contracts/broker/can-i-deploy.ts';
import { versionOf } from '#contracts/broker/source.ts';
import { CONSUMER, PROVIDER } from '#contracts/sets/merged.ts';
import { CommandError, readArguments, required } from '../command.ts';

const USAGE = `usage: npm run contracts:can-i-deploy -- [--pacticipant ${CONSUMER}|${PROVIDER}] [--version version] [--to production]
  Ends with 0 for yes, 1 for no, 2 when it cannot be found out. Without --version the console's commit is asked for.`;

const REFUSED = 1;
const UNKNOWN = 2;

async function ask(args: string[]): Promise<boolean> {
  const values = readArguments(USAGE, { pacticipant: { type: 'string' }, version: { type: 'string' }, to: { type: 'string' } }, args);
  const pacticipant = values.pacticipant ?? CONSUMER;
  if (pacticipant !== CONSUMER && pacticipant !== PROVIDER) {
    throw new CommandError(`--pacticipant must be ${CONSUMER} or ${PROVIDER}.\n${USAGE}`);
  }
  const access = brokerAccess(process.env);
  // Only the console's versions are commits of this repository.
  const version = pacticipant === CONSUMER ? versionOf(values, process.env) : required(values.version, 'version', USAGE);
  const { isDeployable, words } = await canDeploy({ pacticipant, version, environment: values.to ?? 'production' }, process.env, access);
  process.stdout.write(`${words}\n`);
  return isDeployable;
}

export async function canIDeploy(args: string[]): Promise<void> {
  try {
    if (!(await ask(args))) process.exitCode = REFUSED;
  } catch (error) {
    if (!(error instanceof BrokerProblem || error instanceof CommandError)) throw error;
    process.stderr.write(`✖ ${error.message}\n`);
    process.exitCode = UNKNOWN;
  }
}
