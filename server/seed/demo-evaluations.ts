import type { Transaction } from 'kysely';
import type { EvaluationDecision } from '#contracts/vocabulary/evaluations.ts';
import type { Database } from '#server/database/schema.ts';
import { scoreRound } from '#server/domain/evaluations/scoring.ts';
import { loadThresholds } from '#server/domain/evaluations/thresholds.ts';

interface EvaluationsInput {
  users: ReadonlyMap<string, number>;
  /** Ids by code. */
  dramas: ReadonlyMap<string, number>;
  asOf: Date;
}

interface DemoRound {
  code: string;
  owner: string;
  /** Days from today; the last day is null for a round that goes on until it is decided. */
  days: readonly [from: number, to: number | null];
  /** In USD. */
  budget: number;
  decided?: { decision: EvaluationDecision; note: string };
}

/** Rounds in every state, in the order in which they were opened. Their decisions led to the stages that the dramas are in. */
const demoRounds: readonly DemoRound[] = [
  {
    code: 'BLOOD-OATH',
    owner: 'opt_03',
    days: [-40, -32],
    budget: 1_500,
    decided: { decision: 'stop', note: '德语区付费意愿低，版权将到期' },
  },
  { code: 'KING-DRAGON', owner: 'opt_05', days: [-44, -36], budget: 2_000, decided: { decision: 'scale', note: '泰国成本低，先放量' } },
  { code: 'WOLF-OATH', owner: 'opt_01', days: [-43, -37], budget: 1_500, decided: { decision: 'keep', note: '素材太少，换一批再测' } },
  { code: 'CEO-BRIDE', owner: 'opt_02', days: [-42, -32], budget: 3_000, decided: { decision: 'scale', note: '首日回收达标' } },
  { code: 'WOLF-OATH', owner: 'opt_01', days: [-34, -24], budget: 2_500, decided: { decision: 'scale', note: '换素材后留存明显提升' } },
  { code: 'QUEEN-MAID', owner: 'opt_06', days: [-30, -20], budget: 2_000, decided: { decision: 'scale', note: '西语区稳定' } },
  { code: 'SWEET-GAMES', owner: 'opt_07', days: [-14, -8], budget: 1_000, decided: { decision: 'keep', note: '再看一周' } },
  { code: 'TEN-YEARS-RAIN', owner: 'opt_04', days: [-8, -1], budget: 1_200 },
  { code: 'SECRET-TWINS', owner: 'opt_03', days: [-10, null], budget: 2_000 },
  { code: 'SWEET-GAMES', owner: 'opt_07', days: [-6, 7], budget: 1_500 },
];

const DAY = 86_400_000;
const CENTS = 100;
/** Rounds are decided in the morning after their last day. */
const DECIDED_AFTER = 1.1 * DAY;

export async function seedEvaluations(db: Transaction<Database>, { users, dramas, asOf }: EvaluationsInput): Promise<void> {
  const leader = users.get('lead_a');
  if (leader === undefined) throw new Error('the demo company has no leader');
  const rounds = new Map<string, number>();
  for (const { code, owner, days, budget, decided } of demoRounds) {
    const [drama_id, owner_user_id] = [dramas.get(code), users.get(owner)];
    if (drama_id === undefined || owner_user_id === undefined) throw new Error(`the demo company has no ${code} or ${owner}`);
    const { language, target_roi_d0_bp } = await db
      .selectFrom('drama')
      .select(['language', 'target_roi_d0_bp'])
      .where('id', '=', drama_id)
      .executeTakeFirstOrThrow();
    const round = (rounds.get(code) ?? 0) + 1;
    rounds.set(code, round);
    const [from, to] = days;
    const at = new Date(asOf.getTime() + from * DAY);
    const dayOf = (offset: number) => new Date(asOf.getTime() + offset * DAY).toISOString().slice(0, 10);
    const { id } = await db
      .insertInto('drama_evaluation')
      .values({
        drama_id,
        round,
        owner_user_id,
        date_from: dayOf(from),
        date_to: to === null ? null : dayOf(to),
        test_budget_usd: budget * CENTS,
        thresholds: JSON.stringify({ ...(await loadThresholds(db, language)), roi_d0: target_roi_d0_bp / 10_000 }),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await scoreRound(db, id, asOf);
    if (decided === undefined) continue;
    const decided_at = new Date(asOf.getTime() + (to ?? 0) * DAY + DECIDED_AFTER);
    await db
      .updateTable('drama_evaluation')
      .set({ ...decided, decided_by: leader, decided_at, scored_at: decided_at, updated_at: decided_at, version: 2 })
      .where('id', '=', id)
      .execute();
  }
}
