import { spawn } from 'node:child_process';
import path from 'node:path';
import { provideBrowser } from './find-browser.mjs';
import { type Gate, gates, type Outcome, table } from './gates.ts';
import { build, guarded, root, Stop, say } from './prepare.mjs';
import { runVitest, summary } from './run-tests.mjs';

/** npm run verify [-- --without-tests]: everything that CI runs, in one command. Every gate counts as one test. */
const withTests = !process.argv.includes('--without-tests');

/** Most gates use one core. */
const SIDE_BY_SIDE = 2;

/** The output of a gate is shown as a whole, because another gate runs at the same time. */
function runGate(gate: Gate): Promise<Outcome> {
  const [program, ...args] = gate.command;
  const isNode = program === 'node';
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(isNode ? process.execPath : path.join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const end = (ok: boolean) => {
      say(gate.name);
      process.stdout.write(output);
      resolve({ gate, ok, seconds: (performance.now() - began) / 1000 });
    };
    child.once('error', () => end(false));
    child.once('close', (code) => end(code === 0));
  });
}

/** In the order of the gates, whichever ended first. */
async function runGates(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = gates.entries();
  const work = async () => {
    for (const [place, gate] of waiting) outcomes[place] = await runGate(gate);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return outcomes;
}

await guarded(async () => {
  const outcomes = await runGates();
  const counts = { passed: outcomes.filter(({ ok }) => ok).length, failed: outcomes.filter(({ ok }) => !ok).length };
  if (withTests) {
    const browser = provideBrowser(say);
    if ('advice' in browser) throw new Stop(browser.advice);
    await build();
    const tests = await runVitest(root, [], { ...process.env, CHROMIUM: browser.program });
    counts.passed += tests.passed;
    counts.failed += tests.failed;
    for (const remark of tests.remarks) process.stdout.write(`${remark}\n`);
  }
  process.stdout.write(`\n${table(outcomes)}\n\n${summary(counts)}\n`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
});
