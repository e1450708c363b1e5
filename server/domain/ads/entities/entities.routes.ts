import * as entities from '#contracts/endpoints/ad-entities.ts';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { toItemFault, type Words } from '../../batches/index.ts';
import { type Call, type CallContext, defineCall } from '../../call.ts';
import { formatInstant } from '../../instants.ts';
import { Refusal, refuse, refuseField } from '../../refusal.ts';
import { previewAmounts, refusedAs, requireAmount } from './amount-preview.ts';
import { type AmountWish, amountText, type CurrencyFacts, isPercent } from './budget.rules.ts';
import { begin, type Chosen, counted, itemsFor, meant } from './entities.orders.ts';
import type { EntityLevel } from './levels.ts';
import { loadEntities } from './loaded-entity.ts';
import { wishFault } from './names.rules.ts';
import { nameOf, nameValues } from './names.ts';
import { cancelTask } from './schedules.repository.ts';
import { requireSeen, type SeenAmount } from './seen-amounts.ts';
import { requireLeader, requireReceiver } from './transfer.batch.ts';

/** Words of an order: what is done, and to how many. */
const doing =
  (level: EntityLevel, zh: string, en: string) =>
  (count: number): Words => {
    const objects = counted(level, count);
    return { zh: `${zh} ${objects.zh}`, en: `${en} ${objects.en}` };
  };

async function setStatuses(context: CallContext, request: RequestOf<typeof entities.setEntityStatuses>) {
  const { level, to } = request;
  const items = await itemsFor(context, level, await meant(context, request));
  const words = to === 'ACTIVE' ? doing(level, '开启', 'Open') : doing(level, '关闭', 'Close');
  return await begin(context, request, { action: entities.setEntityStatuses.path, type: 'status', params: { to }, items, words });
}

async function archive(context: CallContext, request: RequestOf<typeof entities.archiveEntities>) {
  const { level } = request;
  const items = await itemsFor(context, level, await meant(context, request));
  const params = { to: 'ARCHIVED' };
  const words = doing(level, '归档', 'Archive');
  return await begin(context, request, { action: entities.archiveEntities.path, type: 'status', params, items, words });
}

async function remove(context: CallContext, request: RequestOf<typeof entities.removeEntities>) {
  const { level, force = false } = request;
  const items = await itemsFor(context, level, await meant(context, request));
  const words = doing(level, '删除', 'Delete');
  return await begin(context, request, { action: entities.removeEntities.path, type: 'remove', params: { force }, items, words });
}

/** A preview is no order: it leaves nothing behind. */
function previewed<Row>(context: CallContext, list: Row[]): Partial<BatchStart> & { list: Row[] } {
  context.unchanged();
  return { list };
}

const signs = { set: '', inc_pct: '+', dec_pct: '−', inc: '+', dec: '−' } as const;
const subjects = { budget: { zh: '预算', en: 'Budget' }, bid: { zh: '出价', en: 'Bid' } } as const;

/** By what budgets or bids are to change. */
function wishInWords({ mode, value }: AmountWish, what: 'budget' | 'bid', currency: CurrencyFacts | undefined): Words {
  const amount = isPercent(mode) ? `${value}%` : currency === undefined ? '' : amountText(value, currency);
  const { zh, en } = subjects[what];
  return mode === 'set'
    ? { zh: `${zh}设为 ${amount}`, en: `${en} set to ${amount}` }
    : { zh: `${zh} ${signs[mode]}${amount}`, en: `${en} ${signs[mode]}${amount}` };
}

interface Amounts extends Chosen, AmountWish {
  level: 'campaign' | 'ad_group';
  seen?: SeenAmount[] | undefined;
  dry_run?: true | undefined;
}

async function setAmounts(context: CallContext, request: Amounts, what: 'budget' | 'bid') {
  const { db, caller, now } = context;
  const { level, mode, value, limit, budget_mode, seen = [] } = request;
  const wish = { mode, value, limit, budget_mode };
  const ids = await meant(context, request);
  if (request.dry_run) return previewed(context, await previewAmounts(context, { level, ids, what, wish }));
  const found = await loadEntities(db, { level, ids, caller, now });
  requireAmount(wish, found);
  await requireSeen({ db, timezone: caller.timezone }, { seen, entities: found, what });
  const amounts = new Map(seen.map(({ id, amount }) => [id, amount]));
  const items = (await itemsFor(context, level, ids)).map((item) => {
    const amount = amounts.get(item.targetId ?? 0);
    return amount === undefined ? item : { ...item, params: { seen: amount } };
  });
  const action = (what === 'budget' ? entities.setBudgets : entities.setBids).path;
  const [currency] = found.map(({ account }) => account.currency);
  const by = wishInWords(wish, what, currency);
  const words = (count: number) => {
    const objects = counted(level, count);
    return { zh: `${by.zh}：${objects.zh}`, en: `${by.en}: ${objects.en}` };
  };
  // Percents alone may be meant for several currencies.
  const params = { ...wish, ...(isPercent(mode) || currency === undefined ? {} : { currency: currency.code }) };
  return await begin(context, request, { action, type: what, params, items, words });
}

async function rename(context: CallContext, request: RequestOf<typeof entities.renameEntities>) {
  const { db, caller, now, language } = context;
  const { level, find, replace, template } = request;
  const wish = { find, replace, template };
  const fault = wishFault(wish);
  if (fault !== null) throw fault;
  const ids = await meant(context, request);
  const found = new Map((await loadEntities(db, { level, ids, caller, now })).map((entity) => [entity.id, entity]));
  const values = template === undefined ? new Map() : await nameValues(db, level, ids, now);
  const named = ids.map((id) => {
    const entity = found.get(id);
    return { id, entity, name: entity === undefined ? refuse('NOT_FOUND') : nameOf(entity, wish, values) };
  });
  if (request.dry_run) {
    const rows = named.map(({ id, entity, name }) => {
      const common = { id, label: entity?.name ?? `#${id}`, before: entity?.name ?? '' };
      return name instanceof Refusal ? { ...common, after: null, ...refusedAs(name, language) } : { ...common, after: name };
    });
    return previewed(context, rows);
  }
  const items = named.map(({ id, entity, name }) => {
    const item = { targetType: level, targetId: id, label: entity?.name ?? `#${id}` };
    if (!(name instanceof Refusal)) return { ...item, params: { name } };
    // What has the name already is skipped when its turn comes; what can have none is refused at once.
    return name.reason === 'NO_CHANGE' ? { ...item, params: { name: entity?.name } } : { ...item, fault: toItemFault(name) };
  });
  const words = doing(level, '重命名', 'Rename');
  return await begin(context, request, { action: entities.renameEntities.path, type: 'rename', params: wish, items, words });
}

async function transfer(context: CallContext, request: RequestOf<typeof entities.transferCampaigns>) {
  const { db, caller } = context;
  requireLeader(caller);
  const receiver = await requireReceiver(db, caller, request.user_id);
  const items = await itemsFor(context, 'campaign', await meant(context, request));
  const words = (count: number) => ({
    zh: `移交 ${counted('campaign', count).zh}给 ${receiver}`,
    en: `Hand ${counted('campaign', count).en} over to ${receiver}`,
  });
  const params = { user_id: request.user_id };
  return await begin(context, request, { action: entities.transferCampaigns.path, type: 'transfer', params, items, words });
}

const actionWords = {
  start: { zh: '开启', en: 'opening' },
  pause: { zh: '关闭', en: 'closing' },
  budget: { zh: '改预算', en: 'a new budget' },
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
  const ids = await meant(context, request);
  if (value !== undefined) requireAmount({ mode: 'set', value }, await loadEntities(db, { level, ids, caller, now }));
  const items = await itemsFor(context, level, ids);
  const at = formatInstant(new Date(run_at), caller.timezone);
  const words = (count: number) => {
    const objects = counted(level, count);
    const daily = repeat === 'daily' ? { zh: '，每天', en: ', every day' } : { zh: '', en: '' };
    return {
      zh: `定时${actionWords[action].zh} ${objects.zh}：${at}${daily.zh}`,
      en: `Schedule ${actionWords[action].en} of ${objects.en} at ${at}${daily.en}`,
    };
  };
  const params = { action, run_at, repeat, value: value ?? null };
  return await begin(context, request, { action: entities.scheduleEntities.path, type: 'schedule', params, items, words });
}

/** What an order came to by now; a preview began none. */
async function completed<Answer extends Partial<BatchStart>>(
  { db, batches }: Pick<CallContext, 'db' | 'batches'>,
  answer: Answer,
): Promise<Answer> {
  return answer.batch_id === undefined ? answer : await batches.waitForEnd(db, answer as Answer & BatchStart);
}

const order = { audit: 'write', complete: completed } as const;

export const entityWritingCalls: readonly Call[] = [
  defineCall({ ...order, endpoint: entities.setEntityStatuses, subject: 'campaign', handle: setStatuses }),
  defineCall({ ...order, endpoint: entities.archiveEntities, subject: 'campaign', handle: archive }),
  defineCall({ ...order, endpoint: entities.removeEntities, subject: 'campaign', handle: remove }),
  defineCall({
    ...order,
    endpoint: entities.setBudgets,
    subject: 'campaign',
    handle: (context, request) => setAmounts(context, request, 'budget'),
  }),
  defineCall({
    ...order,
    endpoint: entities.setBids,
    subject: 'ad_group',
    handle: (context, request) => setAmounts(context, request, 'bid'),
  }),
  defineCall({ ...order, endpoint: entities.renameEntities, subject: 'campaign', handle: rename }),
  defineCall({ ...order, endpoint: entities.transferCampaigns, subject: 'campaign', handle: transfer }),
  defineCall({ ...order, endpoint: entities.scheduleEntities, subject: 'campaign', handle: schedule }),
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
