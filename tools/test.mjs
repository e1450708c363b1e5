// npm test [-- paths or options of vitest]: from a fresh checkout to the counts of all tests.
import { provideBrowser } from './find-browser.mjs';
import { build, guarded, install, requireNode, root, Stop, say } from './prepare.mjs';
import { runVitest, summary } from './run-tests.mjs';

const WITHOUT_BROWSER = '--without-browser';

await guarded(async () => {
  process.chdir(root);
  requireNode();
  const args = process.argv.slice(2).filter((arg) => arg !== WITHOUT_BROWSER);
  const env = { ...process.env };
  await install();
  let built;
  if (!process.argv.includes(WITHOUT_BROWSER)) {
    const browser = provideBrowser(say);
    if ('advice' in browser) throw new Stop(browser.advice);
    env.CHROMIUM = browser.program;
    // Beside the tests: only journeys need the pages, and they come last. A failure is told after the counts.
    built = build().then(
      () => undefined,
      (error) => error,
    );
  }
  const result = await runVitest(root, args, env);
  if (result.skipped > 0) process.stdout.write(`${result.skipped} skipped\n`);
  for (const remark of result.remarks) process.stdout.write(`${remark}\n`);
  process.stdout.write(`${summary(result)}\n`);
  process.exitCode = result.failed > 0 ? 1 : 0;
  const failure = await built;
  if (failure) throw failure;
});
