import type { AnyStateMachine } from 'xstate';
import { batchWalk } from '../../kernel/batch/batch.walks.ts';
import { detailWalk, failure, optionsWalk, pickerWalk } from '../../kernel/kernel.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import {
  adAccountPicker,
  currencyChoice,
  type DepartmentOption,
  homepagePicker,
  personPicker,
  pixelPicker,
  sitePicker,
  staffPicker,
  unitChoice,
} from './asset-pickers.machine.ts';
import { assetSheet } from './asset-sheet.machine.ts';
import { assigningMachine } from './assigning.machine.ts';
import { type Assignment, assignmentHistory } from './assignment-history.machine.ts';

/**
 * An import of found objects with valid `params` and with `wrong` ones that are refused at once. The personal account is 4, the object is
 * "a1".
 */
export const discoverWalk = (
  machine: AnyStateMachine,
  { found, params = {}, wrong = { platform_ids: [] } }: { found: object; params?: object; wrong?: object },
): MachineWalk => ({
  machine,
  distinguish: ({ values }: { values: object }) => values,
  events: [
    { type: 'discover.opened' },
    { type: 'discover.opened', values: { personal_account_id: 4 } },
    { type: 'discover.authoriserChosen', id: 4 },
    { type: 'discover.authoriserChosen', id: undefined },
    { type: 'discover.fieldChanged', changes: { ...params, platform_ids: ['a1'] } },
    { type: 'discover.fieldChanged', changes: wrong },
    { type: 'discover.retried' },
    { type: 'discover.seen' },
    { type: 'discover.confirmed', key: 'k1' },
    { type: 'discover.startRetried' },
    { type: 'discover.dismissed' },
    { type: 'discover.leaveCancelled' },
    { type: 'xstate.done.actor.discover', output: [found] },
    { type: 'xstate.error.actor.discover', error: failure },
    { type: 'xstate.done.actor.bind', output: { kind: 'started', batchIds: [7, 8] } },
    { type: 'xstate.done.actor.bind', output: { kind: 'refused', faults: {}, failure } },
    { type: 'xstate.error.actor.bind', error: failure },
  ],
  // The start is many steps away, and each step has ways out.
  beginnings: [
    [
      { type: 'discover.opened', values: { personal_account_id: 4 } },
      { type: 'xstate.done.actor.discover', output: [found] },
      { type: 'discover.fieldChanged', changes: { ...params, platform_ids: ['a1'] } },
      { type: 'discover.confirmed', key: 'k1' },
      { type: 'xstate.error.actor.bind', error: failure },
    ],
  ],
});

const unit: DepartmentOption = { id: 3, name: '投放一部', children: [] };
const assignment: Assignment = {
  user: { id: 5, label: '李伟' },
  department: null,
  is_primary: true,
  from_at: '2026-11-20T08:00:00Z',
  to_at: null,
  by: { id: 2, label: 'admin' },
};

export const walks: MachineWalk[] = [
  batchWalk(assigningMachine, {
    filter: {},
    params: { asset_type: 'pixel', user_ids: [5] },
    wrong: { user_ids: [], department_ids: [], primary_user_id: undefined },
  }),
  detailWalk(
    assetSheet,
    { asset_type: 'ad_account', id: 4, name: 'US 01', lists: ['pixels'] },
    { pixels: { lines: [{ id: 5, text: 'px', note: '120' }], total: 1 } },
  ),
  detailWalk(assignmentHistory, { asset_type: 'pixel', id: 4, name: 'px' }, [assignment]),
  pickerWalk(personPicker, { usable: true }),
  pickerWalk(adAccountPicker, { biz: 'ec' }),
  pickerWalk(homepagePicker, { use: 'posts' }),
  pickerWalk(pixelPicker),
  pickerWalk(sitePicker, { biz: 'ec' }),
  pickerWalk(staffPicker),
  optionsWalk(unitChoice, unit),
  optionsWalk(currencyChoice, { value: 'USD', label_zh: '美元', label_en: 'US dollar' }),
];
