import { SESSION_OPTIONS } from '#server/database/connect.ts';
import { type MeasuredCall, measuredCalls } from './report/calls.ts';
import { openBenchServer } from './report/database.ts';
import { type Measured, measureCall, measureExport } from './report/measure.ts';
import { measurePublish } from './report/publish.ts';
import { serve } from './report/served.ts';
import { ratio, row } from './stage.ts';

/**
 * BENCH_SCALES: the parts of the bench set to measure, 0.02 by default; 1 is the whole set. BENCH_SERVER: a PostgreSQL that keeps the sets
 * for the next run. BENCH_ONLY: measures only calls whose name contains it.
 */
const scales = (process.env['BENCH_SCALES'] ?? '0.02').split(',').map(Number);
const only = process.env['BENCH_ONLY'] ?? '';
const EXPORT: Pick<MeasuredCall, 'name' | 'aim'> = { name: 'export by ad and day', aim: 20_000 };
const PUBLISH = 'publish';
const OVERHEAD = 1.5;

const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const line = ({ name, aim }: Pick<MeasuredCall, 'name' | 'aim'>, { p50, p95, bare50, bare95, statements, bytes }: Measured): void => {
  const sizes = [statements, Math.round(bytes / 1000)];
  row(name, ms(p50), ms(p95), ms(bare50), ms(bare95), ratio(p50, bare50), aim, p95 <= aim ? 'yes' : 'NO', ...sizes);
};

type Figures = Map<string, Measured>;

async function measure(url: string, scale: number): Promise<Figures> {
  const figures: Figures = new Map();
  const served = await serve(url);
  const keep = (call: Pick<MeasuredCall, 'name' | 'aim'>, measured: Measured) => {
    figures.set(call.name, measured);
    line(call, measured);
  };
  try {
    row('ms', 'p50', 'p95', 'SQL p50', 'SQL p95', 'API/SQL', 'aim p95', 'met', 'statements', 'kB');
    for (const call of measuredCalls.filter(({ name }) => name.includes(only)))
      keep(call, await measureCall(url, SESSION_OPTIONS, served, call));
    if (EXPORT.name.includes(only)) keep(EXPORT, await measureExport(url, SESSION_OPTIONS, served, scale));
  } finally {
    await served.close();
  }
  return figures;
}

function printGrowth(found: readonly (readonly [number, Figures])[]): void {
  const [least, ...larger] = found;
  if (least === undefined || larger.length === 0) return;
  process.stdout.write('\ngrowth: p50, and against the smallest\n');
  row('ms', ...found.map(([scale]) => scale), ...larger.map(([scale]) => `${(scale / least[0]).toFixed(0)}x rows`));
  for (const [name, first] of least[1]) {
    const all = found.map(([, figures]) => figures.get(name)?.p50 ?? Number.NaN);
    row(name, ...all.map(ms), ...all.slice(1).map((one) => ratio(one, first.p50)));
  }
}

const server = await openBenchServer(process.env['BENCH_SERVER']);
try {
  process.stdout.write(`PostgreSQL ${server.version}; aims are of the whole set, ${OVERHEAD}x for API/SQL of reports\n`);
  const found: [number, Figures][] = [];
  for (const scale of scales) {
    const url = await server.filled(scale);
    process.stdout.write(`\nthe bench set at ${scale}\n`);
    found.push([scale, await measure(url, scale)]);
  }
  printGrowth(found);
  if (PUBLISH.includes(only)) {
    process.stdout.write('\n');
    await server.scratch(measurePublish);
  }
} finally {
  await server.close();
}
