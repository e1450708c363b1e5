import type { KnownScheme, SchemeSubject } from '#machines/advertising-publish/scheme-rules.ts';
import { schemeDraft } from '#machines/advertising-publish/scheme-rules.ts';
import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { isSame } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { type SchemeValues, toBody } from '#machines/parts/schemes/scheme-values.ts';
import { createScheme, editScheme, schemeDetail } from '#src/services/schemes.service.ts';

const FIELDS = [
  'name',
  'biz',
  'channel',
  'visibility',
  'remark',
  'objective',
  'optimization_goal',
  'custom_event_type',
  'billing_event',
  'attribution',
  'budget_level',
  'budget_mode',
  'budget_usd',
  'bid_strategy',
  'bid_usd',
  'countries',
  'country_split',
  'age_min',
  'age_max',
  'genders',
  'locales',
  'os',
  'placement_mode',
  'placements',
  'interests',
  'audiences',
  'excluded_audiences',
  'exclude_payers',
  'start_mode',
  'start_at',
  'end_at',
  'dayparting',
  'campaigns_per_account',
  'groups_per_campaign',
  'ads_per_group',
  'split_by',
  'on_empty',
  'source',
  'primary_texts',
  'headlines',
  'descriptions',
  'call_to_action',
  'text_rotation',
  'site_id',
  'pixel_mode',
  'pixel_id',
  'homepage_mode',
  'homepage_ids',
  'landing_mode',
  'landing_page_ids',
  'beneficiary',
  'payer',
  'campaign',
  'ad_group',
  'ad',
  'initial_status',
] as const;

type Body = Parameters<typeof createScheme>[0]['body'];

/** The API restricts buttons to its enumeration; the form takes those of the dictionary. */
const toRequestBody = (values: SchemeValues): Body => toBody(values) as Body;

const frame = (values: SchemeValues) => ({
  name: values.name.trim(),
  visibility: values.visibility,
  remark: values.remark.trim() || null,
});

async function edit(subject: SchemeSubject, { values, origin, key }: SaveRequest<SchemeValues, SchemeSubject>) {
  const [before, after] = [frame(origin), frame(values)];
  return editScheme({
    id: subject.id,
    version: subject.version,
    ...(before.name !== after.name && { name: after.name }),
    ...(before.visibility !== after.visibility && { visibility: after.visibility }),
    ...(before.remark !== after.remark && { remark: after.remark }),
    ...(!isSame(toRequestBody(origin), toRequestBody(values)) && { body: toRequestBody(values) }),
    ...(subject.isDraft && values.enable && { enable: true as const }),
    idempotency_key: key,
  });
}

const create = ({ values, key }: SaveRequest<SchemeValues, SchemeSubject>) =>
  createScheme({
    ...frame(values),
    biz: values.biz,
    channel: values.channel,
    body: toRequestBody(values),
    ...(values.enable && { enable: true as const }),
    idempotency_key: key,
  });

/** Creates a scheme, or sends the changes of one. */
export const saveScheme = (
  question: SaveRequest<SchemeValues, SchemeSubject>,
): Promise<SaveOutcome<SchemeValues, { id: number }, SchemeSubject>> =>
  toSaveOutcome(question.subject ? edit(question.subject, question) : create(question), {
    fields: FIELDS,
    fieldOf: { DUPLICATE: 'name' },
    latest: (scheme: KnownScheme) => schemeDraft(scheme, question.values.asOf),
  });

/** Saves an earlier version as the newest one. */
export async function restoreVersion({ id, version }: { id: number; version: number }): Promise<{ current_version: number }> {
  const [now, then] = await Promise.all([schemeDetail({ id }), schemeDetail({ id, scheme_version: version })]);
  return editScheme({ id, version: now.version, body: then.body });
}
