import { endpoints } from '#contracts/endpoints/index.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { findSurvivors, findUnwritten, planRounds } from '#server/provider-states/mutations.ts';
import { withOwnProvider } from '#server/provider-states/own-database.ts';
import { createPlan } from '#server/provider-states/plan.ts';
import { STATES_PATH } from '#server/provider-states/provider-states.ts';
import { onRecordedAnswers, withoutStates } from '#server/provider-states/recording.ts';
import { CommandError, readArguments } from '../command.ts';

const USAGE = `npm run contracts:mutate -- [--limit 1] [--only a,b]
  Damages what our server answers, one promise of each exchange at a time, dropped and as another type; verification
  must find each out. --limit is how many promises of an exchange are tried (all of them when absent).
  It also leaves out each write that an exchange reads back, which must be found out too.`;
const TIMEOUT_MS = 30_000;

function limitOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new CommandError(`--limit "${text}" is no number of promises.\n${USAGE}`);
  return limit;
}

/** Prints how many damaged answers were noticed; fails unless all of them were. */
export async function mutate(args: string[]): Promise<void> {
  const { limit, only } = readArguments(USAGE, { limit: { type: 'string' }, only: { type: 'string' } }, args);
  const count = limitOf(limit);
  const began = performance.now();
  const { total, survived, undone } = await withOwnProvider(0, async (provider) => {
    const statesUrl = `${provider.url}${STATES_PATH}`;
    const choice = { readOnly: false, source: { kind: 'states', url: statesUrl }, ...(only && { only: only.split(',') }) } as const;
    const { played } = createPlan(currentSet(), choice, endpoints);
    const backend = { url: new URL(provider.url), statesUrl, timeoutMs: TIMEOUT_MS };
    const unwritten = await findUnwritten(played, backend);
    const damaged = await onRecordedAnswers(played, backend, (replay) =>
      findSurvivors(
        planRounds(played, count).map((round) => round.map(withoutStates)),
        { ...replay, timeoutMs: TIMEOUT_MS },
      ),
    );
    return {
      total: unwritten.total + damaged.total,
      survived: [...unwritten.survived, ...damaged.survived],
      undone: damaged.undone,
    };
  });
  for (const name of survived) process.stdout.write(`not caught: ${name}\n`);
  for (const name of undone) process.stdout.write(`could not be done: ${name}\n`);
  const caught = total - survived.length - undone.length;
  process.stdout.write(`${caught} of ${total} damages caught in ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  process.exitCode = caught < total || total === 0 ? 1 : 0;
}
