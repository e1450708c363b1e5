import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  Exact,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  Keyword,
  ListAnswer,
  ListRequest,
  Nothing,
  Nullable,
  Spreadsheet,
  Version,
} from './shapes.ts';

const Name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const Remark = Nullable(Type.String({ maxLength: 200 }));

export const {{Thing}}Row = Exact({
  id: Id,
  version: Version,
  name: Type.String(),
  remark: Nullable(Type.String()),
  created_at: Instant,
  updated_at: Instant,
});
export type {{Thing}}Row = Static<typeof {{Thing}}Row>;

export const {{thing}}Sortable = ['name', 'created_at', 'updated_at'] as const;
const {{Thing}}ListRequest = ListRequest({{thing}}Sortable, {});

export const list{{Things}} = endpoint({
  name: '{{things}}.list',
  method: 'POST',
  path: '{{api}}/list',
  summary: { zh: '{{nounZh}}列表', en: 'List of {{nouns}}' },
  access: {{access}},
  effect: 'read',
  request: {{Thing}}ListRequest,
  reply: ListAnswer({{Thing}}Row),
});

export const export{{Things}} = endpoint({
  name: '{{things}}.export',
  method: 'POST',
  path: '{{api}}/export',
  summary: { zh: '导出{{nounZh}}', en: 'Export {{nouns}}' },
  access: {{access}},
  action: 'export',
  effect: 'read',
  request: Exact({ sort: Type.Optional({{Thing}}ListRequest.properties.sort), keyword: Keyword, ...exportOptions }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const create{{Thing}} = endpoint({
  name: '{{things}}.create',
  method: 'POST',
  path: '{{api}}/create',
  summary: { zh: '新建{{nounZh}}', en: 'Create {{aNoun}}' },
  access: {{access}},
  effect: 'write',
  request: Exact({ name: Name, remark: Type.Optional(Remark), idempotency_key: IdempotencyKey }),
  reply: {{Thing}}Row,
  reasons: ['DUPLICATE'],
});

export const edit{{Thing}} = endpoint({
  name: '{{things}}.edit',
  method: 'POST',
  path: '{{api}}/edit',
  summary: { zh: '编辑{{nounZh}}', en: 'Edit {{aNoun}}' },
  access: {{access}},
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    name: Type.Optional(Name),
    remark: Type.Optional(Remark),
    idempotency_key: IdempotencyKey,
  }),
  reply: {{Thing}}Row,
  reasons: ['NOT_FOUND', 'DUPLICATE', 'VERSION_CONFLICT'],
});

export const delete{{Thing}} = endpoint({
  name: '{{things}}.delete',
  method: 'POST',
  path: '{{api}}/delete',
  summary: { zh: '删除{{nounZh}}', en: 'Delete {{aNoun}}' },
  access: {{access}},
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND'],
});
