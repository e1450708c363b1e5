// Measures how long generating and verifying the contracts takes. Both must stay short enough to be run often.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '#contracts/endpoints/index.ts';
import { currentSet, readFolder } from '#contracts/sets/pact-set.ts';
import { withOwnProvider } from '#server/provider-states/own-database.ts';
import { playPacts } from '#server/provider-states/pact-verifier.ts';
import { createPlan } from '#server/provider-states/plan.ts';
import { STATES_PATH } from '#server/provider-states/provider-states.ts';
import { writePacts } from '#tools/contracts/generate.ts';

const EXCHANGES = 300;
const WRITTEN_LIMIT_S = 10;
const VERIFIED_LIMIT_S = 20;
const TIMEOUT_MS = 30_000;

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

const told = (what: string, count: number, seconds: number, limit: number) => {
  const share = seconds / count / (limit / EXCHANGES);
  process.stdout.write(`${what}: ${count} exchanges in ${seconds.toFixed(1)} s, ${share.toFixed(2)} of ${limit} s for ${EXCHANGES}\n`);
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-bench-pacts-'));
try {
  const seconds = await secondsOf(() => writePacts(folder));
  told('written', readFolder(folder).pacts.flatMap((pact) => pact.interactions).length, seconds, WRITTEN_LIMIT_S);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

await withOwnProvider(0, async ({ url }) => {
  const statesUrl = `${url}${STATES_PATH}`;
  const { played } = createPlan(currentSet(), { readOnly: false, source: { kind: 'states', url: statesUrl } }, endpoints);
  // As many exchanges as the limit allows: the same ones repeated, each from an empty database.
  const many = Array.from({ length: EXCHANGES }, (_, index) => played[index % played.length] as (typeof played)[number]);
  const seconds = await secondsOf(async () => {
    const broken = (await playPacts(many, { url: new URL(url), statesUrl, timeoutMs: TIMEOUT_MS })).filter(
      (one) => one.differences.length > 0,
    );
    if (broken.length > 0) throw new Error(`${broken.length} exchanges were not kept`);
  });
  told('verified', many.length, seconds, VERIFIED_LIMIT_S);
});
