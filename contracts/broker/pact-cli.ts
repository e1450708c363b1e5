import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { pactBinary, pactEnvironment } from '#contracts/pact-program.ts';
import { type BrokerAccess, BrokerProblem, withoutSecrets } from './access.ts';

/** The output of the program without colours and secrets. */
export interface PactRun {
  code: number;
  out: string;
  /** Both streams, each line once. */
  output: string;
}

/** The default would retry for two minutes. */
const RETRIES = '3';

const OWN = /^(?:PACT_BROKER_(?:BASE_URL|TOKEN|USERNAME|PASSWORD))$/;

/** Turns off everything that the program sends to other hosts than the broker. */
function environmentOf(env: NodeJS.ProcessEnv, { baseUrl, caller }: BrokerAccess): NodeJS.ProcessEnv {
  const known =
    caller === null
      ? {}
      : 'token' in caller
        ? { PACT_BROKER_TOKEN: caller.token }
        : { PACT_BROKER_USERNAME: caller.username, PACT_BROKER_PASSWORD: caller.password };
  return {
    ...pactEnvironment(env, new URL(baseUrl), OWN),
    PACT_BROKER_BASE_URL: baseUrl,
    ...known,
    PACT_BROKER_HTTP_RETRIES: env['PACT_BROKER_HTTP_RETRIES'] || RETRIES,
  };
}

/** Runs `pact broker …`. Secrets are passed in the environment, because every user of the machine can read arguments. */
export function runPactBroker(args: string[], env: NodeJS.ProcessEnv, access: BrokerAccess): Promise<PactRun> {
  const binary = pactBinary();
  return new Promise((resolve, reject) => {
    const child = spawn(binary, ['broker', ...args], { env: environmentOf(env, access), stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let both = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      both += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (both += text));
    child.once('error', (error) => reject(new BrokerProblem(`The pact program ${binary} does not start: ${error.message}`)));
    child.once('close', (code) => {
      const clean = (text: string) => withoutSecrets(stripVTControlCharacters(text), access);
      const lines = clean(both).split('\n');
      resolve({ code: code ?? 1, out: clean(out), output: [...new Set(lines)].filter((line) => line.trim() !== '').join('\n') });
    });
  });
}
