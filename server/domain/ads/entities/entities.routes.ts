import * as entities from '#contracts/endpoints/ad-entities.ts';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { toItemFault, type Words } from '../../batches/index.ts';
import { type Call, type CallContext, defineCall } from '../../call.ts';
import { formatInstant } from '../../instants.ts';
import { Refusal, refuse, refuseField } from '../../refusal.ts';
import { previewAmounts, requireValidAmount, toPreviewRefusal } from './amount-preview.ts';
import { type AmountEdit, type CurrencyFacts, formatAmount, isPercent } from './budget.rules.ts';
import { saveNote } from './campaign-note.ts';
import { createItems, describeCount, type Selection, selectEntityIds, startOrder } from './entities.orders.ts';
import { loadGroups, requireSeenValues } from './group-edit.batch.ts';
import type { EntityLevel } from './levels.ts';
import { loadEntities } from './loaded-entity.ts';
import { findNameEditFault } from './names.rules.ts';
import { computeName, loadNameValues } from './rename.batch.ts';
import { omitUndefined } from './repeat-orders.ts';
import { cancelTask } from './schedules.repository.ts';
import { requireSeenAmounts, type SeenAmount } from './seen-amounts.ts';
import { requireLeader, requireReceiver } from './transfer.batch.ts';

/** Creates the summary of an order: the action and the number of objects. */
const createSummary =
  (level: EntityLevel, zh: string, en: string) =>
  (count: number): Words => {
    const objects = describeCount(level, count);
    return { zh: `${zh} ${objects.zh}`, en: `${en} ${objects.en}` };
  };

async function setStatuses(context: CallContext, request: RequestOf<typeof entities.setEntityStatuses>) {
  const { level, to } = request;
  const items = await createItems(context, level, await selectEntityIds(context, request));
  const summarise = to === 'ACTIVE' ? createSummary(level, '开启', 'Turn on') : createSummary(level, '关闭', 'Turn off');
  return await startOrder(context, request, { action: entities.setEntityStatuses.path, type: 'status', params: { to }, items, summarise });
}

async function archive(context: CallContext, request: RequestOf<typeof entities.archiveEntities>) {
  const { level } = request;
  const items = await createItems(context, level, await selectEntityIds(context, request));
  const params = { to: 'ARCHIVED' };
  const summarise = createSummary(level, '归档', 'Archive');
  return await startOrder(context, request, { action: entities.archiveEntities.path, type: 'status', params, items, summarise });
}

async function appeal(context: CallContext, request: RequestOf<typeof entities.appealAds>) {
  const { level } = request;
  const items = await createItems(context, level, await selectEntityIds(context, request));
  const summarise = createSummary(level, '申诉', 'Appeal the rejection of');
  return await startOrder(context, request, { action: entities.appealAds.path, type: 'appeal', params: {}, items, summarise });
}

/** Both ends of the age range are checked against what an ad set keeps when only one of them changes. */
function requireAgeOrder({ age_min, age_max }: entities.AudienceEdit, groups: readonly { targeting: object }[]): void {
  const isWrong = groups.some(({ targeting }) => {
    const ages: { age_min?: number | null; age_max?: number | null } = { ...targeting, ...omitUndefined({ age_min, age_max }) };
    return (ages.age_min ?? 0) > (ages.age_max ?? Number.POSITIVE_INFINITY);
  });
  if (isWrong) throw refuseField('audience.age_max', 'ageOrder');
}

async function editGroups(context: CallContext, request: RequestOf<typeof entities.editAdGroups>) {
  const { db, caller, now } = context;
  const { level, audience, end_at, seen = [] } = request;
  if (Object.keys(audience ?? {}).length === 0 && end_at === undefined) throw refuseField('audience', 'required');
  if (audience?.countries?.length === 0) throw refuseField('audience.countries', 'required');
  if (end_at !== undefined && new Date(end_at) <= now) throw refuseField('end_at', 'ahead');
  const ids = await selectEntityIds(context, request);
  const visible = await loadEntities(db, { level, ids, caller, now });
  const groups =
    visible.length === 0
      ? []
      : await loadGroups(
          db,
          visible.map(({ id }) => id),
        );
  requireAgeOrder(audience ?? {}, groups);
  const seenValues = new Map(seen.map(({ id, ...values }) => [id, values]));
  for (const group of groups) await requireSeenValues({ db, timezone: caller.timezone }, group, seenValues.get(group.id));
  const items = (await createItems(context, level, ids)).map((item) => {
    const values = seenValues.get(item.targetId ?? 0);
    return values === undefined ? item : { ...item, params: { seen: values } };
  });
  const params = { ...(audience === undefined ? {} : { audience }), ...(end_at === undefined ? {} : { end_at }) };
  const summarise = createSummary(level, '编辑', 'Edit');
  return await startOrder(context, request, { action: entities.editAdGroups.path, type: 'group_edit', params, items, summarise });
}

async function remove(context: CallContext, request: RequestOf<typeof entities.removeEntities>) {
  const { level, force = false } = request;
  const items = await createItems(context, level, await selectEntityIds(context, request));
  const summarise = createSummary(level, '删除', 'Delete');
  return await startOrder(context, request, { action: entities.removeEntities.path, type: 'remove', params: { force }, items, summarise });
}

/** A preview changes nothing, so it needs no audit entry. */
function toPreviewAnswer<Row>(context: CallContext, list: Row[]): Partial<BatchStart> & { list: Row[] } {
  context.unchanged();
  return { list };
}

const signs = { set: '', inc_pct: '+', dec_pct: '−', inc: '+', dec: '−' } as const;
const subjects = { budget: { zh: '预算', en: 'Budget' }, bid: { zh: '出价', en: 'Bid' } } as const;

/** The requested change of budgets or bids, in both languages. */
function describeEdit({ mode, value }: AmountEdit, what: 'budget' | 'bid', currency: CurrencyFacts | undefined): Words {
  const amount = isPercent(mode) ? `${value}%` : currency === undefined ? '' : formatAmount(value, currency);
  const { zh, en } = subjects[what];
  return mode === 'set'
    ? { zh: `${zh}设为 ${amount}`, en: `${en} set to ${amount}` }
    : { zh: `${zh} ${signs[mode]}${amount}`, en: `${en} ${signs[mode]}${amount}` };
}

interface AmountRequest extends Selection, AmountEdit {
  level: 'campaign' | 'ad_group';
  seen?: SeenAmount[] | undefined;
  dry_run?: true | undefined;
}

async function setAmounts(context: CallContext, request: AmountRequest, what: 'budget' | 'bid') {
  const { db, caller, now } = context;
  const { level, mode, value, limit, budget_mode, seen = [] } = request;
  const edit = { mode, value, limit, budget_mode };
  const ids = await selectEntityIds(context, request);
  if (request.dry_run) return toPreviewAnswer(context, await previewAmounts(context, { level, ids, what, edit }));
  const found = await loadEntities(db, { level, ids, caller, now });
  requireValidAmount(edit, found);
  await requireSeenAmounts({ db, timezone: caller.timezone }, { seen, entities: found, what });
  const amounts = new Map(seen.map(({ id, amount }) => [id, amount]));
  const items = (await createItems(context, level, ids)).map((item) => {
    const amount = amounts.get(item.targetId ?? 0);
    return amount === undefined ? item : { ...item, params: { seen: amount } };
  });
  const action = (what === 'budget' ? entities.setBudgets : entities.setBids).path;
  const [currency] = found.map(({ account }) => account.currency);
  const editText = describeEdit(edit, what, currency);
  const summarise = (count: number) => {
    const objects = describeCount(level, count);
    return { zh: `${editText.zh}：${objects.zh}`, en: `${editText.en}: ${objects.en}` };
  };
  // Only percentages may apply to several currencies.
  const params = { ...edit, ...(isPercent(mode) || currency === undefined ? {} : { currency: currency.code }) };
  return await startOrder(context, request, { action, type: what, params, items, summarise });
}

async function rename(context: CallContext, request: RequestOf<typeof entities.renameEntities>) {
  const { db, caller, now, language } = context;
  const { level, find, replace, template } = request;
  const edit = { find, replace, template };
  const fault = findNameEditFault(edit);
  if (fault !== null) throw fault;
  const ids = await selectEntityIds(context, request);
  const found = new Map((await loadEntities(db, { level, ids, caller, now })).map((entity) => [entity.id, entity]));
  const values = template === undefined ? new Map() : await loadNameValues(db, level, ids, now);
  const renamings = ids.map((id) => {
    const entity = found.get(id);
    return { id, entity, name: entity === undefined ? refuse('NOT_FOUND') : computeName(entity, edit, values) };
  });
  if (request.dry_run) {
    const rows = renamings.map(({ id, entity, name }) => {
      const common = { id, label: entity?.name ?? `#${id}`, before: entity?.name ?? '' };
      return name instanceof Refusal ? { ...common, after: null, ...toPreviewRefusal(name, language) } : { ...common, after: name };
    });
    return toPreviewAnswer(context, rows);
  }
  const items = renamings.map(({ id, entity, name }) => {
    const item = { targetType: level, targetId: id, label: entity?.name ?? `#${id}` };
    if (!(name instanceof Refusal)) return { ...item, params: { name } };
    // An object that already has the name is skipped when its item runs; an invalid name fails at once.
    return name.reason === 'NO_CHANGE' ? { ...item, params: { name: entity?.name } } : { ...item, fault: toItemFault(name) };
  });
  const summarise = createSummary(level, '重命名', 'Rename');
  return await startOrder(context, request, { action: entities.renameEntities.path, type: 'rename', params: edit, items, summarise });
}

async function transfer(context: CallContext, request: RequestOf<typeof entities.transferCampaigns>) {
  const { db, caller } = context;
  requireLeader(caller);
  const receiver = await requireReceiver(db, caller, request.user_id);
  const items = await createItems(context, 'campaign', await selectEntityIds(context, request));
  const summarise = (count: number) => ({
    zh: `移交 ${describeCount('campaign', count).zh}给 ${receiver}`,
    en: `Transfer ${describeCount('campaign', count).en} to ${receiver}`,
  });
  const params = { user_id: request.user_id };
  return await startOrder(context, request, { action: entities.transferCampaigns.path, type: 'transfer', params, items, summarise });
}

const actionWords = {
  start: { zh: '开启', en: 'turn on' },
  pause: { zh: '关闭', en: 'turn off' },
  budget: { zh: '改预算', en: 'change the budget of' },
} as const;

async function schedule(context: CallContext, request: RequestOf<typeof entities.scheduleEntities>) {
  const { db, caller, now } = context;
  const { level, action, run_at, repeat, value } = request;
  if (new Date(run_at) <= now) throw refuseField('run_at', 'ahead');
  if (action === 'budget') {
    if (level === 'ad') throw refuseField('action', 'enum');
    if (!caller.actions.includes('budget')) throw refuse('NO_ACTION');
    if (value === undefined) throw refuseField('value', 'required');
  } else if (value !== undefined) throw refuseField('value', 'unknown');
  const ids = await selectEntityIds(context, request);
  if (value !== undefined) requireValidAmount({ mode: 'set', value }, await loadEntities(db, { level, ids, caller, now }));
  const items = await createItems(context, level, ids);
  const at = formatInstant(new Date(run_at), caller.timezone);
  const summarise = (count: number) => {
    const objects = describeCount(level, count);
    const daily = repeat === 'daily' ? { zh: '，每天', en: ', every day' } : { zh: '', en: '' };
    return {
      zh: `定时${actionWords[action].zh} ${objects.zh}：${at}${daily.zh}`,
      en: `Scheduled: ${actionWords[action].en} ${objects.en} at ${at}${daily.en}`,
    };
  };
  const params = { action, run_at, repeat, value: value ?? null };
  return await startOrder(context, request, { action: entities.scheduleEntities.path, type: 'schedule', params, items, summarise });
}

/** Waits for the batch to end; a preview has none. */
async function waitIfStarted<Answer extends Partial<BatchStart>>(
  { db, batches }: Pick<CallContext, 'db' | 'batches'>,
  answer: Answer,
): Promise<Answer> {
  return answer.batch_id === undefined ? answer : await batches.waitForEnd(db, answer as Answer & BatchStart);
}

const orderCall = { audit: 'write', complete: waitIfStarted } as const;

export const entityOrderCalls: readonly Call[] = [
  defineCall({ ...orderCall, endpoint: entities.setEntityStatuses, subject: 'campaign', handle: setStatuses }),
  defineCall({ ...orderCall, endpoint: entities.archiveEntities, subject: 'campaign', handle: archive }),
  defineCall({ ...orderCall, endpoint: entities.appealAds, subject: 'ad', handle: appeal }),
  defineCall({ ...orderCall, endpoint: entities.editAdGroups, subject: 'ad_group', handle: editGroups }),
  defineCall({ ...orderCall, endpoint: entities.removeEntities, subject: 'campaign', handle: remove }),
  defineCall({
    ...orderCall,
    endpoint: entities.setBudgets,
    subject: 'campaign',
    handle: (context, request) => setAmounts(context, request, 'budget'),
  }),
  defineCall({
    ...orderCall,
    endpoint: entities.setBids,
    subject: 'ad_group',
    handle: (context, request) => setAmounts(context, request, 'bid'),
  }),
  defineCall({ ...orderCall, endpoint: entities.renameEntities, subject: 'campaign', handle: rename }),
  defineCall({ ...orderCall, endpoint: entities.transferCampaigns, subject: 'campaign', handle: transfer }),
  defineCall({ ...orderCall, endpoint: entities.scheduleEntities, subject: 'campaign', handle: schedule }),
  defineCall({ endpoint: entities.setEntityNote, audit: 'write', subject: 'campaign', handle: saveNote }),
  defineCall({
    endpoint: entities.cancelSchedule,
    audit: 'write',
    subject: 'schedule',
    async handle(context, { id }) {
      const task = await cancelTask(context.db, context.caller, id, context.now);
      context.audit({
        targetType: task.level,
        targetId: task.entity_id,
        targetLabel: task.name,
        before: { schedule_id: id, status: 'waiting' },
        after: { schedule_id: id, status: 'canceled' },
      });
      return { id, status: 'canceled' as const };
    },
  }),
];
