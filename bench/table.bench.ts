import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import type { Page } from 'playwright-core';
import { launchBrowser } from '#tests/support/browser.ts';
import { root } from '#tools/prepare.mjs';
import consoleBuild from '../rsbuild.config.ts';
import { median, ratio, row } from './stage.ts';

const RUNS = 3;
const CPU = 4;
/** The window of a small screen. */
const VIEWPORT = { width: 1280, height: 720 };
/** A fast flick of the wheel: pixels per frame, and frames. */
const SCROLL = { step: 100, frames: 240 };
const SIDEWAYS = { step: 15, frames: 80 };

/**
 * TanStack Virtual with virtual columns and memoised cells, the fastest alternative that was measured: elements, ms of script per 1000 px,
 * and frames per second on a quiet machine. The bare page here is the same thing, so that figures of a busy machine can be compared too.
 */
const peer = { elements: 219, script: 4.1, frames: 51 };
const aim = { elements: 300, script: 6, frames: 45 };

interface Figures {
  firstRows: number;
  elements: number;
  script: number;
  frames: number;
  sidewaysFrames: number;
}

/** Builds the page into a folder, with the build settings of the console. */
async function build(folder: string): Promise<void> {
  const config = consoleBuild({ command: 'build', env: 'production', envMode: 'production' });
  const { copy: _, ...output } = config.output ?? {};
  const rsbuild = await createRsbuild({
    cwd: root,
    rsbuildConfig: {
      ...config,
      mode: 'production',
      logLevel: 'error',
      source: { ...config.source, entry: { index: './bench/table-page/main.tsx' } },
      html: { template: './src/app/index.html' },
      output: { ...output, distPath: { root: folder }, cleanDistPath: false },
    },
  });
  await (await rsbuild.build()).close();
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

function serve(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(({ url = '/' }, reply) => {
    const { pathname } = new URL(url, 'http://localhost');
    try {
      const content = readFileSync(path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname)));
      reply.writeHead(200, { 'content-type': TYPES[path.extname(pathname) || '.html'] ?? 'application/octet-stream' }).end(content);
    } catch {
      reply.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        close: () => new Promise((closed) => server.close(() => closed())),
      }),
    );
  });
}

/** Runs in the page before its own scripts. */
function watchRows() {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-row-id]')) return;
    observer.disconnect();
    requestAnimationFrame(() => Reflect.set(window, 'benchFirstRows', performance.now()));
  }).observe(document, { childList: true, subtree: true });
}

/** Scrolls one step per frame and returns the frames per second. It scrolls between frames, when no layout is pending. */
const scroll = (page: Page, axis: 'scrollTop' | 'scrollLeft', { step, frames }: typeof SCROLL): Promise<number> =>
  page.evaluate(
    async ([along, by, count]) => {
      const scroller = document.querySelector('.ads-table-scroll');
      if (!scroller) throw new Error('nothing to scroll');
      await new Promise(requestAnimationFrame);
      const began = performance.now();
      for (let left = count; left > 0; left -= 1) {
        await new Promise((resolve) => setTimeout(resolve));
        scroller[along] += by;
        await new Promise(requestAnimationFrame);
      }
      return (count * 1000) / (performance.now() - began);
    },
    [axis, step, frames] as const,
  );

const folder = mkdtempSync(path.join(os.tmpdir(), 'ads-bench-table-'));
await build(folder);
const server = await serve(folder);
const browser = await launchBrowser();

/** `ready` is there once only a window of the table is drawn. */
async function visit(hash: string, ready: string, cpu: number): Promise<Figures> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.addInitScript(watchRows);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  // The time of the page's own thread; the load of the machine is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scripted = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
  };
  await page.goto(server.url + hash);
  await page.locator(ready).first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const firstRows = await page.evaluate(() => Reflect.get(window, 'benchFirstRows') as number);
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
  const before = await scripted();
  const frames = await scroll(page, 'scrollTop', SCROLL);
  const script = ((await scripted()) - before) / ((SCROLL.step * SCROLL.frames) / 1000);
  const sidewaysFrames = await scroll(page, 'scrollLeft', SIDEWAYS);
  await context.close();
  return { firstRows, elements, script, frames, sidewaysFrames };
}

const table = (cpu: number) => visit('', 'thead td[aria-hidden]', cpu);
const report = (cpu: number) => visit('#report', 'thead td[aria-hidden]', cpu);
const bare = (cpu: number) => visit('#bare', '[role=cell]', cpu);

try {
  process.stdout.write(`10,000 x 20, ${VIEWPORT.width} x ${VIEWPORT.height}, median of ${RUNS}\n`);
  row('', 'bare TanStack', 'table', '', 'report', '', 'aim');
  for (const cpu of [1, CPU]) {
    const runs: [bare: Figures, table: Figures, report: Figures][] = [];
    // In turn, so that all meet the same load.
    for (let run = 0; run < RUNS; run++) runs.push([await bare(cpu), await table(cpu), await report(cpu)]);
    const line = (name: string, figure: keyof Figures, digits: number, wanted = '') => {
      const [least, own, other] = [0, 1, 2].map((at) => median(runs.map((run) => run[at]?.[figure] ?? Number.NaN))) as [
        number,
        number,
        number,
      ];
      const compared = [own, other].flatMap((value) => [value.toFixed(digits), ratio(value, least)]);
      row(`${cpu}x CPU: ${name}`, least.toFixed(digits), ...compared, wanted);
    };
    line('first rows, ms', 'firstRows', 0);
    line('elements', 'elements', 0, `<= ${aim.elements}`);
    line('script, ms per 1000 px', 'script', 1, `<= ${(aim.script / peer.script).toFixed(2)}x`);
    line('frames a second', 'frames', 0, `>= ${(aim.frames / peer.frames).toFixed(2)}x`);
    line('frames a second sideways', 'sidewaysFrames', 0);
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
