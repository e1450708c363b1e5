import { openReplay, statementsOf } from '../statements.ts';
import { exported, type MeasuredCall } from './calls.ts';
import type { Served } from './served.ts';

export interface Measured {
  p50: number;
  p95: number;
  /** The same for its statements alone. */
  bare50: number;
  bare95: number;
  statements: number;
  bytes: number;
}

/** The number of measurements of a call, and the time after which they stop in any case. */
const ROUNDS = 40;
const ENOUGH_MS = 10_000;
const FEWEST = 8;
/** The number of measurements of an export. */
const FILES = 2;
const WARMING = 6;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The given percentile of the values. */
const share = (values: readonly number[], of: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil((values.length * of) / 100) - 1)] ?? Number.NaN;

/** Measures a call and its statements in turn, so that both meet the same load. */
async function inTurn(
  url: string,
  options: string,
  call: () => Promise<number>,
  { rounds, warming }: { rounds: number; warming: number },
): Promise<Measured> {
  // PostgreSQL fixes the plan of a prepared statement after five executions.
  for (let round = 1; round < warming; round += 1) await call();
  const statements = await statementsOf(call);
  const replay = await openReplay(url, options, statements);
  try {
    for (let round = 0; round < warming; round += 1) await replay.run();
    const api: number[] = [];
    const bare: number[] = [];
    let bytes = 0;
    const began = performance.now();
    while (api.length < rounds && (api.length < FEWEST || performance.now() - began < ENOUGH_MS)) {
      api.push(
        await timed(async () => {
          bytes = await call();
        }),
      );
      bare.push(await timed(() => replay.run()));
    }
    return {
      p50: share(api, 50),
      p95: share(api, 95),
      bare50: share(bare, 50),
      bare95: share(bare, 95),
      statements: statements.length,
      bytes,
    };
  } finally {
    await replay.close();
  }
}

export const measureCall = (url: string, options: string, served: Served, { as, path, body }: MeasuredCall): Promise<Measured> =>
  inTurn(url, options, () => served.send(as, path, body), { rounds: ROUNDS, warming: WARMING });

export const measureExport = (url: string, options: string, served: Served, scale: number): Promise<Measured> => {
  const { path, body } = exported(scale);
  return inTurn(url, options, () => served.send('admin', path, body), { rounds: FILES, warming: 1 });
};
