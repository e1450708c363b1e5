import { fromPromise } from 'xstate';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { postPicker } from '#machines/parts/launches/ad-pickers.machine.ts';
import { amountForm, toAmountOutcome } from '#machines/parts/launches/amount-form.machine.ts';
import { dryRun } from '#machines/parts/launches/dry-run.machine.ts';
import {
  entityBreakdown,
  entityDrawer,
  entityEvents,
  entityHits,
  entityInfo,
  entitySchedules,
  entityTrend,
  scheduleCancelling,
} from '#machines/parts/launches/entity-drawer.machine.ts';
import { entitySwitch } from '#machines/parts/launches/entity-switch.machine.ts';
import { launchActions as launchActionsMachine, launchBatch, schemeSaving } from '#machines/parts/launches/launch-actions.machine.ts';
import { noteForm } from '#machines/parts/launches/note-form.machine.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { cancelSchedule, setBids, setBudgets, setEntityNote, setEntityStatuses } from '#src/services/ad-entities.service.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { entityHits as loadHits } from '#src/services/host-rules.service.ts';
import * as launches from '#src/services/launches.service.ts';
import { logPage } from '#src/services/paging.ts';
import { simplePosts } from '#src/services/posts.service.ts';
import { saveCampaignAsScheme } from '#src/services/schemes.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { adAccounts, homepages, pixels, staff } from '../assets/pickers.wiring.ts';
import { materials } from '../materials/pickers.wiring.ts';
import { countries, interests, landings, locales } from './ad-pickers.wiring.ts';
import { previewAction, startAction } from './launch-orders.wiring.ts';
import { waitForOutcomes } from './launch-outcomes.wiring.ts';
import { TREND_METRICS, toLastDays } from './trend-days.wiring.ts';

const EVENTS_AT_ONCE = 50;

const drawer = entityDrawer.provide({
  actors: {
    info: entityInfo.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) =>
          launches.entityDetail({ level: subject.level, id: subject.id, date_mode: 'account_today' }, signal),
        ),
      },
    }),
    trend: entityTrend.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) =>
          launches.entityTrend(
            {
              level: subject.level,
              id: subject.id,
              by: subject.by,
              metrics: [...TREND_METRICS[subject.by]],
              ...toLastDays(subject.days, subject.timezone),
            },
            signal,
          ),
        ),
      },
    }),
    breakdown: entityBreakdown.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) => {
          const { level, id, by, days, timezone } = subject;
          return launches.entityBreakdown({ level, id, by, ...toLastDays(days, timezone) }, signal);
        }),
      },
    }),
    events: entityEvents.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) => {
          const { level = 'campaign', id = 0 } = filters;
          return logPage(await launches.entityEvents({ level, id, page_size: EVENTS_AT_ONCE, ...(cursor && { cursor }) }, signal));
        }),
      },
    }),
    hits: entityHits.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) => {
          const { level = 'campaign', id = 0 } = filters;
          return logPage(await loadHits({ level, id, page_size: EVENTS_AT_ONCE, ...(cursor && { cursor }) }, signal));
        }),
      },
    }),
    schedules: entitySchedules.provide({
      actors: {
        loadDetail: fromPromise(
          async ({ input: { subject }, signal }) => (await launches.entitySchedules({ level: subject.level, id: subject.id }, signal)).list,
        ),
      },
    }),
    cancelling: scheduleCancelling.provide({
      actors: { run: fromPromise(({ input: { subject } }) => cancelSchedule({ id: subject.id, idempotency_key: newRequestKey() })) },
    }),
  },
});

const amount = amountForm.provide({
  actors: {
    save: fromPromise(async ({ input: { values, subject, key }, signal }) => {
      // The form opens only for an object.
      if (!subject) throw new Error('an amount was changed of nothing');
      const { kind, level, id, currency, before } = subject;
      const value = toMinor(values.amount ?? 0, currency);
      const order = { ids: [id], mode: 'set' as const, value, seen: [{ id, amount: before }], idempotency_key: key };
      const asking =
        kind === 'bid'
          ? setBids({ ...order, level: 'ad_group' })
          : setBudgets({ ...order, level: level === 'campaign' ? 'campaign' : 'ad_group' });
      const outcome = await toAmountOutcome(asking, subject);
      if (outcome.kind !== 'saved') return outcome;
      const { batch_id } = outcome.saved;
      const [result] = batch_id === undefined ? [] : await waitForOutcomes(batch_id, signal);
      if (result?.ok) return { kind: 'saved' as const, saved: { id } };
      return { kind: 'refused' as const, faults: { amount: { message: result?.text ?? '' } } };
    }),
  },
});

/** All commands for launched objects, with their actors. */
export const launchActions = launchActionsMachine.provide({
  actors: {
    batch: launchBatch.provide({
      actors: {
        start: fromPromise(({ input }) => startAction(input)),
        progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
      },
    }),
    schemeSaving: schemeSaving.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) => saveCampaignAsScheme({ campaign_id: subject.id, idempotency_key: newRequestKey() })),
      },
    }),
    dryRun: dryRun.provide({ actors: { preview: fromPromise(({ input, signal }) => previewAction(input, signal)) } }),
    switches: entitySwitch.provide({
      actors: {
        turn: fromPromise(async ({ input: { level, to, ids, key }, signal }) => {
          const { batch_id } = await setEntityStatuses({ level, to, ids, idempotency_key: key });
          return await waitForOutcomes(batch_id, signal);
        }),
      },
    }),
    amount,
    note: noteForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) =>
          toSaveOutcome(setEntityNote({ id: subject?.id ?? 0, note: values.note.trim(), idempotency_key: key }), { fields: ['note'] }),
        ),
      },
    }),
    drawer,
    people: staff,
    accounts: adAccounts,
    materials,
    posts: postPicker.provide({ actors: choiceActors<object>(simplePosts) }),
    landings,
    homepages,
    pixels,
    countries,
    locales,
    interests,
  },
});
