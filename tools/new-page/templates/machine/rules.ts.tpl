import type { {{Thing}}Row } from '#contracts/endpoints/{{names}}.ts';
import type { FieldFaults } from '../kernel/faults.ts';
import { faultsIn, firstFault, required, stringMaximum, stringRange } from '../kernel/field-rules.ts';
import { defineListQuery, text } from '../kernel/list-query.ts';

export type { {{Thing}}Row };

export interface {{Thing}}Values {
  name: string;
  remark: string;
}

export const blank{{Thing}}: {{Thing}}Values = { name: '', remark: '' };

export const {{thing}}Query = defineListQuery({ keyword: text }, ['name', 'created_at', 'updated_at']);

export type {{Thing}}Filters = ReturnType<typeof {{thing}}Query.read>['filters'];

export const check{{Thing}} = ({ name, remark }: {{Thing}}Values): FieldFaults<{{Thing}}Values> =>
  faultsIn<{{Thing}}Values>({ name: firstFault(name, required, stringRange(1, 60)), remark: firstFault(remark, stringMaximum(200)) });

/** What the form begins with where it edits this row. */
export const {{thing}}Draft = (row: {{Thing}}Row) => ({
  values: { name: row.name, remark: row.remark ?? '' },
  subject: { id: row.id, version: row.version },
});
