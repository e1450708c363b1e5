import type { RemoteAudience, Tok } from '../ad-platform.ts';
import { digits, uniform } from './chance.ts';
import { invalidParameter } from './failures.ts';
import type { Operation, Run } from './operation.ts';
import { enterAccount } from './permission.ts';
import type { AccountTable } from './tables.ts';
import { READ } from './throttle.ts';

const NAMES = [
  ['Payers, last 180 days', 'custom'],
  ['Watched 3 episodes, not paid', 'custom'],
  ['Lookalike 1 %: payers', 'lookalike'],
] as const;

/** The audiences of an account; accounts of one business share theirs. */
function audiencesOf(seed: string, { id, business_id }: Pick<AccountTable, 'id' | 'business_id'>): RemoteAudience[] {
  const owner = business_id ?? id;
  return NAMES.map(([name, kind], at) => ({
    id: digits(15, seed, 'audience', owner, at),
    name,
    kind,
    size: Math.round(((kind === 'lookalike' ? 2_000_000 : 4_000) * (0.5 + uniform(seed, 'audience size', owner, at))) / 100) * 100,
    is_ready: true,
  }));
}

export async function* listAudiences(run: Run, t: Tok, account: string): AsyncGenerator<RemoteAudience> {
  yield* await run(async (operation) =>
    audiencesOf(operation.seed, await enterAccount(operation, t, account, { cost: READ, scopes: ['ads_read'] })),
  );
}

const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((each: unknown) => (typeof each === 'object' && each !== null && 'id' in each ? [String(each.id)] : []))
    : [];

/** Refuses an audience that the account does not have. */
export function requireAudiences(
  { seed }: Pick<Operation, 'seed'>,
  account: Pick<AccountTable, 'id' | 'business_id'>,
  targeting: Readonly<Record<string, unknown>>,
): void {
  const known = new Set(audiencesOf(seed, account).map(({ id }) => id));
  const missing = [...idsIn(targeting['audiences']), ...idsIn(targeting['excluded_audiences'])].find((id) => !known.has(id));
  if (missing !== undefined) throw invalidParameter(`The audience ${missing} is not in this ad account.`);
}
