// Frames a second of a page that is watched, and of the visualiser that watches it, in a real browser.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '#tools/find-browser.mjs';
import { buildVisualiser, root } from '#tools/prepare.mjs';
import { serveSite } from '#visualiser/command/serve-site.ts';
import { median, row } from './stage.ts';

const SECONDS = 4;
const RUNS = 3;
/** Time for the first drawing, and for the recorder to settle. */
const WARM_UP_MS = 3000;

const LOADS = [
  { name: '1,000 events a second', events: 1000, rows: 0, aim: 55 },
  { name: '200 events a second, 2,000 changed rows each', events: 200, rows: 2000, aim: 50 },
] as const;

interface Frames {
  fps: number;
  /** The longest time without a frame, in milliseconds. */
  longest: number;
}

/** Counts in the page; a text, because what a compiler adds to a function does not exist there. */
const COUNT = `new Promise((resolve) => {
  let frames = 0, longest = 0, last = performance.now();
  const startedAt = last;
  const count = (now) => {
    frames += 1;
    longest = Math.max(longest, now - last);
    last = now;
    if (now - startedAt < ${SECONDS * 1000}) requestAnimationFrame(count);
    else resolve({ fps: (frames * 1000) / (now - startedAt), longest });
  };
  requestAnimationFrame(count);
})`;

const measure = (page: Page) => page.evaluate<Frames>(COUNT);

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('no Chromium was found: name its program in CHROMIUM');
await buildVisualiser();
const data = mkdtempSync(path.join(tmpdir(), 'visualiser-bench-'));
const { outputFiles } = await build({
  entryPoints: [path.join(root, 'bench/visualiser-live/main.ts')],
  bundle: true,
  write: false,
  minify: true,
  format: 'iife',
  define: { 'process.env.NODE_ENV': '"production"' },
});
writeFileSync(path.join(data, 'ticker.js'), outputFiles[0]?.text ?? '');
writeFileSync(path.join(data, 'ticker.html'), '<!doctype html><title>ticker</title><p>A page.</p><script src="ticker.js"></script>');
writeFileSync(path.join(data, 'gallery.json'), JSON.stringify({ name: 'bench', machines: [] }));
const { address, close } = await serveSite(path.join(root, 'dist/visualiser'), data, { port: 0, offers: [] });
const browser = await chromium.launch({ executablePath, headless: true, args: [...browserFlags] });

async function run({ events, rows }: (typeof LOADS)[number]) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${address}ticker.html?events=${events}&rows=${rows}`);
  await page.waitForTimeout(1000);
  const alone = await measure(page);
  const visualiser = await context.newPage();
  await visualiser.goto(`${address}#/live`);
  await visualiser.locator('.ads-chart').waitFor();
  await visualiser.waitForTimeout(WARM_UP_MS);
  const [watched, watching] = await Promise.all([measure(page), measure(visualiser)]);
  await context.close();
  return { alone, watched, watching };
}

try {
  process.stdout.write(`frames a second over ${SECONDS} s, and the longest time without one; median of ${RUNS} runs\n`);
  for (const load of LOADS) {
    const runs: Awaited<ReturnType<typeof run>>[] = [];
    for (let turn = 0; turn < RUNS; turn += 1) runs.push(await run(load));
    process.stdout.write(`${load.name}\n`);
    for (const [name, key, aim] of [
      ['the page alone', 'alone', ''],
      ['the watched page', 'watched', `aim ${load.aim}`],
      ['the visualiser', 'watching', load.rows === 0 ? `aim ${load.aim}` : ''],
    ] as const) {
      row(
        `  ${name}`,
        median(runs.map((one) => one[key].fps)).toFixed(1),
        `${median(runs.map((one) => one[key].longest)).toFixed(0)} ms`,
        aim,
      );
    }
  }
} finally {
  await browser.close();
  await close();
  rmSync(data, { recursive: true, force: true });
}
