import type { Transaction } from 'kysely';
import type { AutoLevel, HostState } from '#contracts/vocabulary/hosting.ts';
import type { Database } from '#server/database/schema.ts';
import { writeOpLog } from '#server/domain/people/index.ts';

interface HostingInput {
  users: ReadonlyMap<string, number>;
  asOf: Date;
}

interface DemoHosting {
  /** Name of the ad account. */
  account: string;
  state: HostState;
  auto_level: AutoLevel;
  /** In the account's currency. */
  cap: number | null;
  target_roi: number | null;
  /** Days from today; null without an end. */
  days: readonly [from: number, to: number | null];
  note: string | null;
  remark: string | null;
}

/** Hosted accounts of every state in which there is something to see; one account was hosted before. */
const demoHostings: readonly DemoHosting[] = [
  {
    account: '王建国 个人账户',
    state: 'ended',
    auto_level: 'suggest',
    cap: 200,
    target_roi: 1.5,
    days: [-40, -28],
    note: '口头同意',
    remark: '试托管两周',
  },
  {
    account: '建国贸易-店铺广告',
    state: 'hosting',
    auto_level: 'auto',
    cap: 500,
    target_roi: 1.5,
    days: [-29, null],
    note: '书面同意，合同附件三',
    remark: null,
  },
  {
    account: '王建国 个人账户',
    state: 'paused',
    auto_level: 'off',
    cap: null,
    target_roi: null,
    days: [-14, null],
    note: '书面同意，合同附件三',
    remark: '持有人要求先停两天',
  },
  {
    account: 'Bennett Home Store',
    state: 'hosting',
    auto_level: 'suggest',
    cap: 300,
    target_roi: 1.8,
    days: [-4, 56],
    note: null,
    remark: null,
  },
];

const DAY = 86_400_000;
const HOUR = 3_600_000;
const CENTS = 100;
const BASIS_POINTS = 10_000;

export async function seedHosting(db: Transaction<Database>, { users, asOf }: HostingInput): Promise<void> {
  const operator_user_id = users.get('host_01');
  if (operator_user_id === undefined) throw new Error('the demo company has no host_01');
  const dayFrom = (days: number) => new Date(asOf.getTime() + days * DAY);
  for (const { account, state, auto_level, cap, target_roi, days, note, remark } of demoHostings) {
    const { id, personal_account_id } = await db
      .selectFrom('ad_account')
      .select(['id', 'personal_account_id'])
      .where('name', '=', account)
      .executeTakeFirstOrThrow();
    const [from, to] = days;
    const start_at = dayFrom(from);
    const { id: hosted } = await db
      .insertInto('host_account')
      .values({
        ad_account_id: id,
        personal_account_id,
        operator_user_id,
        state,
        auto_level,
        daily_cap: cap === null ? null : cap * CENTS,
        target_roi_bp: target_roi === null ? null : target_roi * BASIS_POINTS,
        start_at,
        end_at: to === null ? null : dayFrom(to),
        consent_at: start_at,
        consent_note: note,
        remark,
        created_at: start_at,
        updated_at: start_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const logged = { userId: operator_user_id, account: 'host_01', targetType: 'host_account', targetId: hosted, targetLabel: account };
    const call = { ip: '10.0.4.11', summary: '', ok: true, code: 0, ms: 34 };
    const states = state === 'hosting' ? (['hosting'] as const) : (['hosting', state] as const);
    await writeOpLog(db, [
      { ...logged, ...call, at: start_at, action: '/operation-accounts/create', before: {}, after: { auto_level, remark } },
      ...states.map((after, index) => ({
        ...logged,
        ...call,
        at: new Date(start_at.getTime() + (index + 1) * HOUR),
        action: '/operation-accounts/set_state',
        before: { state: index === 0 ? 'pending' : 'hosting' },
        after: { state: after },
      })),
    ]);
  }
}
