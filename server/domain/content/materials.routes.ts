import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as materials from '#contracts/endpoints/materials.ts';
import { type CallContext, defineCall } from '../call.ts';
import { type Days, loadFreshness, parseFigureDays, toFreshnessAnswer } from '../insights/index.ts';
import { reasonText } from '../messages.ts';
import { requireDateOrder, trimmedName, versionConflict } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { COVER_BODY_MAX, coverKey } from './covers.ts';
import * as changes from './materials.changes.ts';
import { versionsOf } from './materials.lineage.repository.ts';
import * as repository from './materials.repository.ts';
import { tidyTags } from './materials.rules.ts';
import { usageOf } from './materials.usage.ts';

async function rowOf(context: CallContext, id: number) {
  const found = await repository.materialById(context.db, context.caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return repository.materialAsRow(found, context);
}

/** The material as the caller saw it, locked. */
async function unchangedMaterial(context: CallContext, { id, version }: { id: number; version: number }) {
  await context.batches.requireFree(context.db, changes.MATERIAL, id);
  const before = await changes.ownMaterial(context, id);
  if (before.version !== version) throw await versionConflict(context, changes.MATERIAL, await rowOf(context, id));
  return before;
}

async function editMaterial(context: CallContext, request: RequestOf<typeof materials.editMaterial>) {
  const before = await unchangedMaterial(context, request);
  const { id, version: _version, idempotency_key: _key, title, tags, ...rest } = request;
  const change = await changes.changeMaterial(context, before, {
    ...rest,
    ...(title === undefined ? {} : { title: trimmedName(title, 'title') }),
    ...(tags === undefined ? {} : { tags: tidyTags(tags) }),
  });
  if (change === null) context.unchanged();
  return await rowOf(context, id);
}

async function setCover(context: CallContext, request: RequestOf<typeof materials.setMaterialCover>) {
  const before = await unchangedMaterial(context, request);
  const key = await coverKey(context, request.cover);
  await repository.updateMaterial(context.db, before.id, { cover_key: key ?? null }, context.now);
  context.audit({
    ...changes.entryOf(before),
    summary: 'cover_key',
    before: { cover_key: before.cover_key },
    after: { cover_key: key ?? null },
  });
  return await rowOf(context, before.id);
}

const extensions: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** What the file of a material is saved as. */
const savedAs = ({ title, code, mime }: { title: string; code: string; mime: string }): string =>
  `${title}_${code}.${extensions[mime] ?? 'bin'}`.replace(/[\\/:*?"<>|]/g, '_');

async function addressOf({ db, caller, files, now }: CallContext, { id, kind }: RequestOf<typeof materials.materialUrl>) {
  const found = await repository.filesOf(db, caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  // Nothing that was not found good is ever handed out.
  const isGood = found.status !== 'uploading' && found.status !== 'processing' && found.status !== 'failed';
  const key = kind === 'cover' ? found.cover_key : isGood ? found.file_key : null;
  if (key === null || files.addressIfKept(key, now) === null) throw refuse('MATERIAL_NOT_READY');
  const { url, expires_at } = files.address(key, now, kind === 'download' ? { download: savedAs(found) } : {});
  return { url, expires_at: expires_at.toISOString() };
}

/** How fresh the figures of these days are. */
async function freshnessIn(context: CallContext, days: Days, filter: Pick<repository.MaterialFilter, 'biz'>) {
  const { db, now, language } = context;
  return toFreshnessAnswer(await loadFreshness(db, { days, now }, await repository.accountsShowing(db, context, days, filter)), language);
}

export const materialCalls = [
  defineCall({
    endpoint: materials.listMaterials,
    audit: 'read',
    async handle(context, { page = 1, page_size = 20, sort, to_publish_in, ...filter }) {
      requireDateOrder(filter);
      const { db } = context;
      const days = parseFigureDays(filter, context.limits);
      const [total, list, totals] = await Promise.all([
        repository.countMaterials(db, context, filter),
        repository.pageOfMaterials(db, context, { ...filter, sort, to_publish_in, limit: page_size, offset: (page - 1) * page_size }),
        days && repository.totalsOfMaterials(db, context, filter, days),
      ]);
      return { list, total, page, page_size, ...(totals && { totals }), ...(days && (await freshnessIn(context, days, filter))) };
    },
  }),
  defineCall({
    endpoint: materials.materialDetail,
    audit: 'read',
    async handle(context, { id }) {
      const row = await rowOf(context, id);
      const versions = await versionsOf(context.db, context.caller, id);
      return { ...row, versions: versions.map((each) => ({ ...each, created_at: each.created_at.toISOString() })) };
    },
  }),
  defineCall({
    endpoint: materials.materialUsage,
    audit: 'read',
    async handle(context, { id }) {
      const { db, caller } = context;
      if ((await repository.filesOf(db, caller, id)) === undefined) throw refuse('NOT_FOUND');
      return await usageOf(db, caller, id);
    },
  }),
  defineCall({ endpoint: materials.materialUrl, audit: 'read', handle: addressOf }),
  defineCall({
    endpoint: materials.simpleMaterials,
    audit: 'read',
    async handle({ db, caller, language }, { page = 1, page_size = 20, ...query }) {
      const { list, total } = await repository.simpleMaterials(db, caller, { ...query, limit: page_size, offset: (page - 1) * page_size });
      const why = reasonText('MATERIAL_NOT_READY', language);
      const isBarred = (status: string) => query.usable === true && status !== 'ready';
      return { list: list.map((row) => (isBarred(row.status) ? { ...row, disabled: why } : row)), total };
    },
  }),
  defineCall({ endpoint: materials.editMaterial, audit: 'write', subject: changes.MATERIAL, handle: editMaterial }),
  defineCall({
    endpoint: materials.setMaterialCover,
    audit: 'write',
    subject: changes.MATERIAL,
    bodyMax: COVER_BODY_MAX,
    handle: setCover,
  }),
];
