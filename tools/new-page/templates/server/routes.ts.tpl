import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as contract from '#contracts/endpoints/{{names}}.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
{{peopleImports}}
import { refuse } from '../refusal.ts';
import { type ExportColumn, exportFile } from '../spreadsheet/index.ts';
import * as repository from './{{names}}.repository.ts';

const subject = '{{target}}';

const remarkOf = (remark: string | null | undefined): string | null => remark?.trim() || null;

/** Whether the name is free is settled by the unique index, also between two who come at once. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'name' });
    throw error;
  }
}

async function requireRow({ db }: CallContext, id: number) {
  const row = await repository.find{{Thing}}(db, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

async function create(context: CallContext, request: RequestOf<typeof contract.create{{Thing}}>) {
  const row = { name: trimmedName(request.name), remark: remarkOf(request.remark) };
  const id = await named(() => repository.insert{{Thing}}(context.db, row, context.now));
  context.audit({ targetType: subject, targetId: id, targetLabel: row.name, summary: row.name, after: row });
  return await requireRow(context, id);
}

async function edit(context: CallContext, request: RequestOf<typeof contract.edit{{Thing}}>) {
  const { db, now } = context;
  const name = request.name === undefined ? undefined : trimmedName(request.name);
  const before = await repository.lock{{Thing}}(db, request.id);
  if (before === undefined) throw refuse('NOT_FOUND');
  if (before.version !== request.version) throw await versionConflict(context, subject, before);
  const changes = changesBetween(
    { name: before.name, remark: before.remark },
    { name: name ?? before.name, remark: request.remark === undefined ? before.remark : remarkOf(request.remark) },
  );
  if (changes === null) {
    context.unchanged();
    return before;
  }
  await named(() => repository.update{{Thing}}(db, before.id, changes.after, now));
  context.audit({
    targetType: subject,
    targetId: before.id,
    targetLabel: before.name,
    summary: Object.keys(changes.after).join(', '),
    ...changes,
  });
  return await requireRow(context, before.id);
}

async function remove(context: CallContext, request: RequestOf<typeof contract.delete{{Thing}}>) {
  const { db, now } = context;
  const before = await repository.lock{{Thing}}(db, request.id);
  if (before === undefined) throw refuse('NOT_FOUND');
  await repository.update{{Thing}}(db, before.id, { deleted_at: now }, now);
  context.audit({
    targetType: subject,
    targetId: before.id,
    targetLabel: before.name,
    summary: before.name,
    before: { name: before.name, remark: before.remark },
    after: { deleted: true },
  });
  return {};
}

const columns: Record<string, ExportColumn<contract.{{Thing}}Row>> = {
  name: { zh: '名称', en: 'Name', width: 24, cell: (row) => row.name },
  remark: { zh: '备注', en: 'Remark', width: 30, cell: (row) => row.remark },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => new Date(row.created_at) },
  updated_at: { zh: '更新时间', en: 'Updated at', width: 18, cell: (row) => new Date(row.updated_at) },
};

export const {{thing}}Calls = [
  defineCall({
    endpoint: contract.list{{Things}},
    audit: 'read',
    async handle({ db }, request) {
      const { keyword, sort, page = 1, page_size: limit = 20 } = request;
      const [total, list] = await Promise.all([
        repository.count{{Things}}(db, keyword),
        repository.pageOf{{Things}}(db, { keyword, sort, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: contract.export{{Things}},
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '{{titleZh}}', en: '{{titleEn}}' },
        slug: '{{names}}',
        columns,
        count: (db) => repository.count{{Things}}(db, request.keyword),
        rows: repository.select{{Things}}(request),
        shape: repository.{{thing}}AsRow,
        filters: async () => {
          const keyword = request.keyword?.trim();
          return keyword ? [{ name: { zh: '关键词', en: 'Keyword' }, value: keyword }] : [];
        },
      }),
  }),
  defineCall({ endpoint: contract.create{{Thing}}, audit: 'write', subject, handle: create }),
  defineCall({ endpoint: contract.edit{{Thing}}, audit: 'write', subject, handle: edit }),
  defineCall({ endpoint: contract.delete{{Thing}}, audit: 'write', subject, handle: remove }),
];
