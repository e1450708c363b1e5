import { spawn } from 'node:child_process';
import path from 'node:path';
import { provideBrowser } from './find-browser.mjs';
import { type Gate, gates, type Outcome, table } from './gates.ts';
import { build, guarded, root, Stop, say } from './prepare.mjs';
import { runVitest, summary } from './run-tests.mjs';

/** npm run verify [-- --without-tests]: all that CI runs, in one command; every gate counts as one test. */
const withTests = !process.argv.includes('--without-tests');

function passes({ command: [program, ...args] }: Gate): Promise<boolean> {
  const isNode = program === 'node';
  return new Promise((resolve) => {
    const child = spawn(isNode ? process.execPath : path.join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

await guarded(async () => {
  const outcomes: Outcome[] = [];
  for (const gate of gates) {
    say(gate.name);
    const began = performance.now();
    const ok = await passes(gate);
    outcomes.push({ gate, ok, seconds: (performance.now() - began) / 1000 });
  }
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
