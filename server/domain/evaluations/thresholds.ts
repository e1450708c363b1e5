import type { Kysely } from 'kysely';
import { type EvaluationThresholds, thresholdLimits, usualThresholds } from '#contracts/rules/drama-evaluation.ts';
import type { Database } from '#server/database/schema.ts';

export const THRESHOLDS_SETTING = 'EVALUATION_THRESHOLDS';
const ANY_LANGUAGE = '*';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The thresholds that a setting gives; values outside of their limits are ignored. */
function readThresholds(value: unknown): Partial<EvaluationThresholds> {
  if (!isObject(value)) return {};
  const known = (Object.keys(thresholdLimits) as (keyof EvaluationThresholds)[]).flatMap((key) => {
    const { min, max } = thresholdLimits[key];
    const threshold = value[key];
    return typeof threshold === 'number' && threshold >= min && threshold <= max ? [[key, threshold]] : [];
  });
  return Object.fromEntries(known);
}

/** Thresholds of a new round: the settings of the language, those of every language, then the usual ones. */
export async function loadThresholds(db: Kysely<Database>, language: string): Promise<EvaluationThresholds> {
  const found = await db.selectFrom('setting').select('value').where('key', '=', THRESHOLDS_SETTING).executeTakeFirst();
  const settings = isObject(found?.value) ? found.value : {};
  return { ...usualThresholds, ...readThresholds(settings[ANY_LANGUAGE]), ...readThresholds(settings[language]) };
}
