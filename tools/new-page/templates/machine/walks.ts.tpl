import { commandWalk, exportWalk, formWalk, listWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { viewsWalk } from '../kernel/saved-views.walks.ts';
import {
  {{thing}}Deletion,
  {{thing}}Export,
  {{thing}}Form,
  {{thing}}List,
  {{thing}}ManagementMachine,
  {{thing}}TableView,
  {{thing}}Views,
} from './{{name}}-management.machine.ts';
import { type {{Thing}}Row, {{thing}}Draft } from './{{name}}-rules.ts';

const row: {{Thing}}Row = {
  id: 1,
  version: 1,
  name: '甲',
  remark: null,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
};

export const walks: MachineWalk[] = [
  pageWalk({{thing}}ManagementMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'views.applied', query: '?keyword=a', table: null, how: 'push' },
    { type: '{{thing}}Form.saved', saved: row },
    { type: '{{thing}}Deletion.done', subject: row, result: undefined },
  ]),
  listWalk({{thing}}List, row),
  formWalk({{thing}}Form, { draft: {{thing}}Draft(row), changes: { remark: 'x' }, wrong: { name: '' }, saved: row }),
  commandWalk({{thing}}Deletion, row),
  exportWalk({{thing}}Export, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  tableViewWalk({{thing}}TableView, { shown: ['name'], density: 'compact' }),
  viewsWalk({{thing}}Views),
];
