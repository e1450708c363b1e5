import { type Kysely, sql } from 'kysely';
import type { EvaluationDetail, EvaluationRow } from '#contracts/endpoints/evaluations.ts';
import { roundDetailMetrics } from '#contracts/rules/drama-evaluation.ts';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';
import { isMaterialVisible } from '../content/index.ts';
import { type Days, getTodayEverywhere, queryReport, type ReportLine, type ReportQuestion, toFreshnessAnswer } from '../insights/index.ts';

type Context = Pick<CallContext, 'db' | 'caller' | 'now' | 'files' | 'language'>;
type Round = Pick<EvaluationRow, 'id' | 'date_from' | 'date_to'> & { drama: { id: number } };

const MAX_DAYS_LISTED = 200;
const MAX_COUNTRIES = 50;
const MATERIALS_PER_PLACE = 5;

const DAY_MS = 86_400_000;

/** The days of a round; one without a last day goes on until today. */
export function daysOfRound({ date_from, date_to }: Pick<Round, 'date_from' | 'date_to'>, now: Date): Days {
  const last = date_to ?? getTodayEverywhere(now).to;
  const to = last < date_from ? date_from : last;
  return { from: date_from, to, length: Math.round((Date.parse(to) - Date.parse(date_from)) / DAY_MS) + 1, isToday: false };
}

/** The facts of a round, whoever owns them. */
export const factsOfRound = ({ caller, now }: Pick<Context, 'caller' | 'now'>, round: Round) => ({
  caller,
  now,
  days: daysOfRound(round, now),
  filter: { drama_id: [round.drama.id] },
  under: [],
  visible: sql<boolean>`true`,
});

/** Freshness without the accounts that are behind: everyone may read an evaluation, but not which accounts there are. */
export function toNamelessFreshness(...answer: Parameters<typeof toFreshnessAnswer>) {
  const { as_of, newest_at, provisional_from } = toFreshnessAnswer(...answer);
  return { as_of, newest_at, provisional_from };
}

const toLine = ({ m, running }: ReportLine) => ({ m, ...(running && { running }) });

async function findVisibleMaterials({ db, caller, files, now }: Context, ids: readonly number[]) {
  const found = await sql<{ id: number; title: string; cover_key: string | null }>`
    select m.id, m.title, m.cover_key from material m where m.id = any(${[...ids]}::bigint[]) and m.deleted_at is null
      and ${isMaterialVisible(caller)}`.execute(db);
  return new Map(
    found.rows.map(({ id, title, cover_key }) => [id, { id, label: title, cover_url: files.addressIfStored(cover_key, now) }]),
  );
}

const loadOtherRounds = async (db: Kysely<Database>, { id, drama }: Round): Promise<EvaluationDetail['rounds']> => {
  const found = await sql<Omit<EvaluationDetail['rounds'][number], 'decided_at'> & { decided_at: Date | null }>`
    select e.id, e.round, e.date_from::text, e.date_to::text, e.score::float8 as score, e.suggest, e.decision, e.decided_at, e.note
    from drama_evaluation e where e.drama_id = ${drama.id} and e.id <> ${id} order by e.round desc`.execute(db);
  return found.rows.map((row) => ({ ...row, decided_at: row.decided_at?.toISOString() ?? null }));
};

/** What the drawer of a round shows beside the row. */
export async function loadEvaluationDetail(
  context: Context,
  round: Round,
): Promise<Pick<EvaluationDetail, 'daily' | 'countries' | 'materials' | 'rounds' | 'as_of' | 'newest_at' | 'provisional_from'>> {
  const { db, language } = context;
  const ask = (groupBy: ReportQuestion['groupBy'], sort: ReportQuestion['sort'], limit: number) =>
    queryReport(db, { ...factsOfRound(context, round), before: false, groupBy, sort, metrics: roundDetailMetrics }, { limit, offset: 0 });
  const byRoi = (order: 'asc' | 'desc') => ask(['material'], [{ field: 'roi_d0', order }], MATERIALS_PER_PLACE);
  const [days, countries, best, worst, rounds] = await Promise.all([
    ask(['date'], [], MAX_DAYS_LISTED),
    ask(['country'], [{ field: 'spend', order: 'desc' }], MAX_COUNTRIES),
    byRoi('desc'),
    byRoi('asc'),
    loadOtherRounds(db, round),
  ]);
  const idOf = ({ values }: ReportLine) => Number(values.material?.id ?? 0);
  // Without spend there is no return to compare, and ads without a creative are no creative.
  const isRanked = (line: ReportLine) => idOf(line) !== 0 && (line.m['roi_d0'] ?? null) !== null;
  const top = best.lines.filter(isRanked);
  const taken = new Set(top.map(idOf));
  const bottom = worst.lines.filter((line) => isRanked(line) && !taken.has(idOf(line)));
  const materials = await findVisibleMaterials(context, [...top, ...bottom].map(idOf));
  const placed = (place: 'best' | 'worst') => (line: ReportLine) => ({
    place,
    material: materials.get(idOf(line)) ?? null,
    ...toLine(line),
  });
  return {
    daily: days.lines.map((line) => ({ date: String(line.values.date?.id ?? ''), ...toLine(line) })),
    countries: countries.lines.map((line) => ({ country: String(line.values.country?.id ?? ''), ...toLine(line) })),
    materials: [...top.map(placed('best')), ...bottom.map(placed('worst'))],
    rounds,
    ...toNamelessFreshness(days, language),
  };
}
