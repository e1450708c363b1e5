import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { findMachines, findWalks } from '#tests/support/find-machines.ts';
import { statesOf, unreached, untaken } from '#tests/support/paths.ts';

const machines = await findMachines();
const walks = await findWalks();

/** What cannot happen, and why it stands there all the same. */
const NEVER_TAKEN = new Set([
  // These reports have no set of columns, or no column, of the walk of every report; a report that has all takes them in its own test.
  'orderDailyReport: report.located -> orderDailyReport.loading',
  'orderDailyReport: report.presetChosen -> orderDailyReport.loading',
  'orderDailyReport: report.metricsNeeded -> orderDailyReport.loading',
  'campaignReport: report.metricsNeeded -> campaignReport.loading',
  'groupReport: report.metricsNeeded -> groupReport.loading',
  'effectReport: report.located -> effectReport.loading',
  'landingFiguresReport: report.located -> landingFiguresReport.loading',
  'landingFiguresReport: report.presetChosen -> landingFiguresReport.loading',
  'landingFiguresReport: report.metricsNeeded -> landingFiguresReport.loading',
  'ordersReport: report.located -> ordersReport.loading',
  'ordersReport: report.metricsNeeded -> ordersReport.loading',
  'performanceMonthReport: report.located -> performanceMonthReport.loading',
  'performanceMonthReport: report.presetChosen -> performanceMonthReport.loading',
  'performanceMonthReport: report.metricsNeeded -> performanceMonthReport.loading',
  'pixelAnalysisReport: report.located -> pixelAnalysisReport.loading',
  'pixelAnalysisReport: report.metricsNeeded -> pixelAnalysisReport.loading',
  'schemeListReport: report.located -> schemeListReport.loading',
  'schemeUserReport: report.located -> schemeUserReport.loading',
  'leaderForm.editing: form.submitted -> itself', // a form of which nothing can be wrong is never refused
  'leaderForm.conflicting: form.overwriteChosen -> itself', // for the same reason
]);

/** What the walks leave unseen: machines nobody walks, and states nobody enters. */
const gaps = (known: typeof machines, walked: MachineWalk[]): string[] => [
  ...known.filter(({ machine }) => !walked.some((walk) => walk.machine === machine)).map(({ at }) => `${at}: no walk`),
  ...walked.flatMap((walk) => unreached(walk, NEVER_TAKEN).map((id) => `${id}: no path`)),
];

describe('reachability', () => {
  it('reaches every state of every machine', { timeout: 600_000 }, () => {
    const states = machines.reduce((sum, { machine }) => sum + statesOf(machine).length, 0);
    console.log(`${machines.length} machines, ${states} states, ${walks.length} walks`);
    expect(machines.length).toBeGreaterThanOrEqual(45);
    expect(states).toBeGreaterThanOrEqual(200);
    expect(gaps(machines, walks)).toEqual([]);
  });

  it('takes every transition of every machine', { timeout: 600_000 }, () => {
    expect(walks.flatMap((walk) => untaken(walk, NEVER_TAKEN))).toEqual([...NEVER_TAKEN]);
  });

  it('walks no machine that nobody hands out, and none twice', () => {
    expect(new Set(walks.map(({ machine }) => machine)).size).toBe(walks.length);
    expect(walks.filter(({ machine }) => !machines.some((one) => one.machine === machine)).map(({ machine }) => machine.id)).toEqual([]);
  });

  it('knows every machine that another one invokes', () => {
    const known = new Set<unknown>(machines.map(({ machine }) => machine));
    const invoked = machines.flatMap(({ machine }) => Object.values<unknown>(machine.implementations.actors));
    const unknown = invoked.filter((logic) => logic !== null && typeof logic === 'object' && 'states' in logic && !known.has(logic));
    expect(invoked.length).toBeGreaterThan(40);
    expect(unknown).toEqual([]);
  });

  it('notices a state without a way in, and a machine without a walk', () => {
    const planted = setup({}).createMachine({ id: 'planted', initial: 'here', states: { here: {}, island: {} } });
    const found = [{ at: 'planted', machine: planted }];
    expect(gaps(found, [{ machine: planted, events: [{ type: 'go' }] }])).toEqual(['planted.island: no path']);
    expect(gaps(found, [])).toEqual(['planted: no walk']);
  });

  it('notices a transition that nothing brings about', () => {
    const planted = setup({ guards: { never: () => false } }).createMachine({
      id: 'planted',
      initial: 'here',
      states: { here: { on: { go: { guard: 'never', target: 'there' }, stay: 'here' } }, there: {} },
    });
    expect(untaken({ machine: planted, events: [{ type: 'go' }, { type: 'stay' }] })).toEqual(['planted.here: go -> planted.there']);
  });
});
