import { fromPromise } from 'xstate';
import { type OrderOutcome, type PlanOutcome, publishPlanMachine } from '#machines/advertising-publish/publish-plan.machine.ts';
import type { PublishValues } from '#machines/advertising-publish/publish-values.ts';
import { batchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { isRefusal, saveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { previewPublish, submitPublish } from '#src/services/publish.service.ts';

type Asked = Parameters<typeof previewPublish>[0];

const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim());

/** Overrides of the scheme; unchanged values are left out. */
function overridesOf(values: PublishValues): NonNullable<Asked['overrides']> {
  const { budget_usd, start, start_at, end, end_at, initial_status, primary_texts, headlines } = values;
  return {
    ...(budget_usd !== undefined && { budget_usd: toMinor(budget_usd, 'USD') }),
    ...(start !== 'scheme' && { start_at: start === 'now' ? null : start_at }),
    ...(end !== 'scheme' && { end_at: end === 'none' ? null : end_at }),
    ...(initial_status !== 'scheme' && { initial_status }),
    ...(primary_texts.length > 0 && { primary_texts: trimmed(primary_texts) }),
    ...(headlines.length > 0 && { headlines: trimmed(headlines) }),
  };
}

/** The wizard requires scheme and content before it requests a plan. */
function request(values: PublishValues): Asked {
  const overrides = overridesOf(values);
  return {
    scheme_id: values.scheme_id as number,
    ...(values.scheme_version !== undefined && { scheme_version: values.scheme_version }),
    ad_account_ids: values.ad_account_ids,
    ...(values.biz === 'ec' ? { product_id: values.content_id as number } : { drama_id: values.content_id as number }),
    ...(values.source === 'post' ? { post_ids: values.post_ids } : { material_ids: values.material_ids }),
    ...(values.landing_page_ids.length > 0 && { landing_page_ids: values.landing_page_ids }),
    ...(values.homepage_ids.length > 0 && { homepage_ids: values.homepage_ids }),
    ...(values.pixel_id !== undefined && { pixel_id: values.pixel_id }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
    ...(Object.keys(values.renames).length > 0 && { renames: values.renames }),
  };
}

const FIELDS = [
  'scheme_id',
  'ad_account_ids',
  'content_id',
  'material_ids',
  'post_ids',
  'primary_texts',
  'headlines',
  'landing_page_ids',
  'homepage_ids',
  'pixel_id',
  'budget_usd',
  'start_at',
  'end_at',
  'initial_status',
] as const;

/** Maps field names of the API to those of the form; several faults of one list become one. */
const renamed = (error: unknown): unknown => {
  if (!isRefusal(error) || !Array.isArray(error.data.errors)) return error;
  const told = new Map<string, { field: string; messages: string[] }>();
  for (const { field, message } of error.data.errors as { field: string; message: string }[]) {
    const [whole = field] = field.split('.');
    const shown = whole === 'drama_id' || whole === 'product_id' ? 'content_id' : field;
    const list = FIELDS.some((one) => one === whole) ? whole : shown;
    const known = told.get(list) ?? { field: shown, messages: [] };
    told.set(list, { ...known, messages: [...new Set([...known.messages, message])] });
  }
  const errors = [...told.values()].map(({ field, messages }) => ({ field, message: messages.join(' · ') }));
  return Object.assign(error, { data: { ...error.data, errors } });
};

/** A plan expires after half an hour, or when something it depends on changes. */
async function submit({ planId, confirmed, key }: { planId: string; confirmed: boolean; key: string }): Promise<OrderOutcome> {
  const asking = submitPublish({ plan_id: planId, ...(confirmed && { confirm_budget: true as const }), idempotency_key: key });
  try {
    await asking;
  } catch (error) {
    if (isRefusal(error) && error.reason === 'SELECTION_CHANGED') return { kind: 'changed', total: 0 };
  }
  return batchOutcome<{ confirmed: boolean }>(asking, { fields: ['confirmed'] });
}

/** Provides the publish plan with all actors. */
export const publishPlan = publishPlanMachine.provide({
  actors: {
    preview: fromPromise(({ input, signal }): Promise<PlanOutcome> => {
      const asking = previewPublish(request(input.values), signal).catch((error: unknown) => {
        throw renamed(error);
      });
      return saveOutcome(asking, { fields: FIELDS });
    }),
    submit: fromPromise(({ input }) => submit(input)),
  },
});
