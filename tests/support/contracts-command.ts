import { spawn } from 'node:child_process';
import path from 'node:path';
import { argumentsOf } from './programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Removes the broker, commit and proxy of the person who runs the tests. */
const FOREIGN = /^(?:PACT_.*|GIT_.*|(?:https?|all|no)_proxy|NODE_USE_ENV_PROXY)$/i;

/** Runs a command as its npm script does, in an environment without a broker unless one is given. */
export async function contractsCommand(args: string[], env: Record<string, string>): Promise<Ran> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
  const program = await argumentsOf('tools/contracts.ts');
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: ROOT,
      env: { ...inherited, PACT_BROKER_HTTP_RETRIES: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ran: Ran = { code: null, out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.err += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ran, code }));
  });
}
