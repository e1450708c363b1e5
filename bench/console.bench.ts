import type { CDPSession, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#tests/support/app.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { benchStage, median, ratio, row } from './stage.ts';

/** Cold visits per page; medians are printed. */
const RUNS = 5;
const THROTTLE = { cpu: 4, megabits: 10, latencyMs: 40 };

/** kB of the best comparable console, and of a bare page with the same libraries, measured with the same throttle. */
const peers = {
  login: { js: 198.1, bare: 140.5 },
  table: { js: 358.4, bare: 180.4 },
};

interface Figures {
  wire: number;
  js: number;
  css: number;
  requests: number;
  script: number;
  lcp: number;
  blocking: number;
  elements: number;
}

async function throttled(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  const bytes = (THROTTLE.megabits * 1e6) / 8;
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: THROTTLE.latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE.cpu });
  await session.send('Performance.enable');
  return session;
}

/** Runs in the page before its own scripts. */
function watchPaint() {
  const seen = { lcp: 0, blocking: 0 };
  Reflect.set(window, 'benchSeen', seen);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blocking += Math.max(0, entry.duration - 50);
  }).observe({ type: 'longtask', buffered: true });
}

const browser = await launchBrowser();
const stage = await benchStage();

async function visit(path: string, ready: string, state?: Awaited<ReturnType<typeof signedIn>>): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...(state ? { storageState: state } : {}) });
  const page = await context.newPage();
  await page.addInitScript(watchPaint);
  const session = await throttled(page);
  const sums = { wire: 0, js: 0, css: 0, requests: 0 };
  const types = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, response }) => void types.set(requestId, response.mimeType));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? '';
    sums.requests += 1;
    sums.wire += encodedDataLength;
    if (type.includes('javascript')) sums.js += encodedDataLength;
    if (type.includes('css')) sums.css += encodedDataLength;
  });
  await page.goto(stage.url + path);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  const { metrics } = await session.send('Performance.getMetrics');
  const seen = await page.evaluate(() => Reflect.get(window, 'benchSeen') as { lcp: number; blocking: number });
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
  await context.close();
  const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  return { ...sums, script: script * 1000, lcp: seen.lcp, blocking: seen.blocking, elements };
}

async function signedIn() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${stage.url}/login`);
  await page.locator('input[autocomplete="username"]').fill('admin');
  await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/index');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('user-store') ?? '{}').account === 'admin');
  const state = await context.storageState();
  await context.close();
  return state;
}

async function measured(name: string, limitKb: number, peer: { js: number; bare: number }, once: () => Promise<Figures>) {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await once());
  const of = (figure: keyof Figures) => median(runs.map((one) => one[figure]));
  const kb = (figure: 'wire' | 'js' | 'css') => of(figure) / 1000;
  row(`${name}: all files, brotli, kB`, kb('wire').toFixed(1), `aim ${limitKb}`, ratio(kb('wire'), limitKb));
  row(`${name}: JS, kB; best peer; bare libraries`, kb('js').toFixed(1), ratio(kb('js'), peer.js), ratio(kb('js'), peer.bare));
  row(`${name}: CSS, kB`, kb('css').toFixed(1));
  row(`${name}: requests; elements`, of('requests'), of('elements'));
  row(`${name}: script; LCP; blocking, ms`, of('script').toFixed(0), of('lcp').toFixed(0), of('blocking').toFixed(0));
}

try {
  process.stdout.write(`${RUNS} cold visits each, ${THROTTLE.cpu}x CPU, ${THROTTLE.megabits} Mbit/s, ${THROTTLE.latencyMs} ms\n`);
  await measured('/login', 170, peers.login, () => visit('/login', 'input'));
  const state = await signedIn();
  await measured('/sys/accounts', 260, peers.table, () => visit('/sys/accounts', 'tbody td .ads-name', state));
} finally {
  await browser.close();
  await stage.close();
}
