import type { AnyStateMachine } from 'xstate';
import { failure } from '../kernel.walks.ts';
import type { MachineWalk } from '../machine-walk.ts';

/** An answer of a page's service. */
export const trendSample = {
  x: ['2026-11-19', '2026-11-20'],
  step: 'day',
  lines: [{ metric: 'spend', part: undefined, label: 'Spend', data: [100, null] }],
  marks: [],
  asOf: '2026-11-20T08:00:00Z',
  provisionalFrom: '2026-11-19',
};

export const trendWalk = (machine: AnyStateMachine): MachineWalk => ({
  machine,
  input: { search: '' },
  events: [
    { type: 'xstate.done.actor.loadTrend', output: trendSample },
    { type: 'xstate.error.actor.loadTrend', error: failure },
    { type: 'trend.located', search: '?date_from=2026-11-01&date_to=2026-11-02' },
    { type: 'trend.located', search: '?date_from=2026-11-01&date_to=2026-11-02&tab=x' },
    { type: 'trend.stepChosen', step: 'hour' },
    { type: 'trend.metricsChosen', metrics: ['spend'] },
    { type: 'trend.splitChosen', isSplit: false },
    { type: 'trend.formChosen', form: 'table' },
    { type: 'trend.formChosen', form: 'folded' },
    { type: 'trend.refreshRequested' },
    { type: 'trend.refreshDue' },
    { type: 'trend.seen' },
    { type: 'trend.left' },
    { type: `xstate.after.staleness.${machine.id}.shown.fresh` },
  ],
  distinguish: ({
    watched,
    answer,
    query,
    form,
  }: {
    watched: boolean;
    answer?: { queryKey: string };
    query: { step?: string; isSplit: boolean };
    form: string;
  }) => [watched, answer?.queryKey, query.step, query.isSplit, form],
});
