import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { openFront, type Spoil } from './front.ts';
import type { World } from './state-handlers.ts';
import type { VerifierTask } from './verifier.process.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CURRENT = path.join(ROOT, 'pacts/current');

/** Every committed pact, by file. */
export const currentPacts = (): string[] =>
  readdirSync(CURRENT)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => path.join(CURRENT, name));

export interface Verdict {
  kept: boolean;
  /** Requests made. */
  played: number;
  /** What differed; empty when all pacts were kept. */
  failures: string;
}

/** Even requests to this machine would go through a proxy of the environment. */
const withoutProxies = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(https?|all)_proxy$/i.test(name)));

/** Runs the verifier to its end in a process of its own: it prints thousands of lines, past every stream of ours. */
function runVerifier(task: VerifierTask): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', path.join(import.meta.dirname, 'verifier.process.ts'), JSON.stringify(task)],
      {
        cwd: ROOT,
        env: withoutProxies(process.env),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: stripVTControlCharacters(output) }));
  });
}

/** Plays the pacts to a provider, in states that only our own can be put into, and compares the answers. */
export async function verifyPacts(given: { baseUrl: string; world: World; pacts: string[]; spoil?: Spoil }): Promise<Verdict> {
  if (given.pacts.length === 0) throw new Error('there is no pact to verify');
  const front = await openFront(given);
  try {
    const { address, statesAddress } = front;
    const { code, output } = await runVerifier({ address, statesAddress, pacts: given.pacts });
    const from = output.indexOf('\nFailures:');
    return { kept: code === 0, played: front.played(), failures: code === 0 ? '' : output.slice(Math.max(0, from)) };
  } finally {
    front.close();
  }
}
