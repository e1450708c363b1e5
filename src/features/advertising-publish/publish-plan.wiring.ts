import { fromPromise } from 'xstate';
import type { CheckOutcome } from '#machines/advertising-publish/plan-check.ts';
import {
  type OrderOutcome,
  type PlanOrder,
  type PlanOutcome,
  publishPlanMachine,
} from '#machines/advertising-publish/publish-plan.machine.ts';
import { type ContentChoice, contentsOf, overridesOf, type PublishValues } from '#machines/advertising-publish/publish-values.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { isRefusal, toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { checkPublish, previewPublish, submitPublish } from '#src/services/publish.service.ts';

type PreviewRequest = Parameters<typeof previewPublish>[0];

const trimTexts = (texts: readonly string[]) => texts.map((text) => text.trim());

/** Overrides of the scheme; unchanged values are left out. */
function toOverrides(values: PublishValues): NonNullable<PreviewRequest['overrides']> {
  const { budget_usd, start, start_at, end, end_at, initial_status, primary_texts, headlines, descriptions } = values;
  return {
    ...(budget_usd !== undefined && { budget_usd: toMinor(budget_usd, 'USD') }),
    ...(start !== 'scheme' && { start_at: start === 'now' ? null : start_at }),
    ...(end !== 'scheme' && { end_at: end === 'none' ? null : end_at }),
    ...(initial_status !== 'scheme' && { initial_status }),
    ...(primary_texts.length > 0 && { primary_texts: trimTexts(primary_texts) }),
    ...(headlines.length > 0 && { headlines: trimTexts(headlines) }),
    ...(descriptions.length > 0 && { descriptions: trimTexts(descriptions) }),
  };
}

/** One drama or product with its creatives and landing pages. */
const toContent = ({ biz, source }: PublishValues, { content_id, material_ids, post_ids, landing_page_ids }: ContentChoice) => ({
  ...(biz === 'ec' ? { product_id: content_id } : { drama_id: content_id }),
  ...(source === 'post' ? { post_ids } : { material_ids }),
  ...(landing_page_ids.length > 0 && { landing_page_ids }),
});

/** The wizard requires scheme and content before it requests a plan. */
function request(values: PublishValues): PreviewRequest {
  const overrides = toOverrides(values);
  const [first, ...further] = contentsOf(values).map((choice) => toContent(values, choice));
  const accountOverrides = overridesOf(values).map(({ budget_usd, ...override }) => ({
    ...override,
    ...(budget_usd !== undefined && { budget_usd: toMinor(budget_usd, 'USD') }),
  }));
  return {
    scheme_id: values.scheme_id as number,
    ...(values.scheme_version !== undefined && { scheme_version: values.scheme_version }),
    ad_account_ids: values.ad_account_ids,
    ...first,
    ...(further.length > 0 && { further_contents: further }),
    ...(values.homepage_ids.length > 0 && { homepage_ids: values.homepage_ids }),
    ...(values.pixel_id !== undefined && { pixel_id: values.pixel_id }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
    ...(accountOverrides.length > 0 && { account_overrides: accountOverrides }),
    ...(Object.keys(values.renames).length > 0 && { renames: values.renames }),
    ...(values.left_out.length > 0 && { left_out: values.left_out }),
  };
}

const FIELDS = [
  'scheme_id',
  'ad_account_ids',
  'content_id',
  'material_ids',
  'post_ids',
  'further',
  'primary_texts',
  'headlines',
  'descriptions',
  'landing_page_ids',
  'homepage_ids',
  'pixel_id',
  'account_overrides',
  'budget_usd',
  'start_at',
  'end_at',
  'initial_status',
] as const;

const FORM_FIELDS: Readonly<Record<string, string>> = { drama_id: 'content_id', product_id: 'content_id', further_contents: 'further' };

/** Maps field names of the API to those of the form; several faults of one list become one. */
const renameFields = (error: unknown): unknown => {
  if (!isRefusal(error) || !Array.isArray(error.data.errors)) return error;
  const faultsByField = new Map<string, { field: string; messages: string[] }>();
  for (const { field, message } of error.data.errors as { field: string; message: string }[]) {
    const [root = field] = field.split('.');
    const formField = FORM_FIELDS[root] ?? field;
    const list = FIELDS.some((one) => one === root) ? root : formField;
    const fieldFault = faultsByField.get(list) ?? { field: formField, messages: [] };
    faultsByField.set(list, { ...fieldFault, messages: [...new Set([...fieldFault.messages, message])] });
  }
  const errors = [...faultsByField.values()].map(({ field, messages }) => ({ field, message: messages.join(' · ') }));
  return Object.assign(error, { data: { ...error.data, errors } });
};

/** A plan expires after half an hour, or when something it depends on changes. */
async function submit({ planId, confirmed, accepted, key }: PlanOrder): Promise<OrderOutcome> {
  const call = submitPublish({
    plan_id: planId,
    ...(confirmed && { confirm_budget: true as const }),
    ...(accepted && { accept_warnings: true as const }),
    idempotency_key: key,
  });
  try {
    await call;
  } catch (error) {
    if (isRefusal(error) && error.reason === 'SELECTION_CHANGED') return { kind: 'changed', total: 0 };
  }
  return toBatchOutcome<{ confirmed: boolean }>(call, { fields: ['confirmed'] });
}

async function check(planId: string, signal: AbortSignal): Promise<CheckOutcome> {
  try {
    return { kind: 'checked', check: await checkPublish({ plan_id: planId }, signal) };
  } catch (error) {
    if (isRefusal(error) && error.reason === 'SELECTION_CHANGED') return { kind: 'outdated' };
    throw error;
  }
}

/** Provides the publish plan with all actors. */
export const publishPlan = publishPlanMachine.provide({
  actors: {
    preview: fromPromise(({ input, signal }): Promise<PlanOutcome> => {
      const call = previewPublish(request(input.values), signal).catch((error: unknown) => {
        throw renameFields(error);
      });
      return toSaveOutcome(call, { fields: FIELDS });
    }),
    check: fromPromise(({ input, signal }) => check(input.planId, signal)),
    submit: fromPromise(({ input }) => submit(input)),
  },
});
