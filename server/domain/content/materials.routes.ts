import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as materials from '#contracts/endpoints/materials.ts';
import { type CallContext, defineCall } from '../call.ts';
import { type Days, loadFreshness, parseFigureDays, toFreshnessAnswer } from '../insights/index.ts';
import { reasonText } from '../messages.ts';
import { requireDateOrder, trimmedName, versionConflict } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { MAX_COVER_BODY_BYTES, storeCover } from './covers.ts';
import { describeChoice } from './material-choice.ts';
import * as changes from './materials.changes.ts';
import { loadVersions } from './materials.lineage.repository.ts';
import * as repository from './materials.repository.ts';
import { tidyTags } from './materials.rules.ts';
import { loadUsage } from './materials.usage.ts';

async function requireMaterial(context: CallContext, id: number) {
  const found = await repository.findMaterial(context.db, context.caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return repository.toMaterialRow(found, context);
}

/** Locks the material and refuses the edit if it has changed since the caller read it. */
async function lockUnchangedMaterial(context: CallContext, { id, version }: { id: number; version: number }) {
  await context.batches.requireFree(context.db, changes.MATERIAL, id);
  const before = await changes.lockWritableMaterial(context, id);
  if (before.version !== version) throw await versionConflict(context, changes.MATERIAL, await requireMaterial(context, id));
  return before;
}

async function editMaterial(context: CallContext, request: RequestOf<typeof materials.editMaterial>) {
  const before = await lockUnchangedMaterial(context, request);
  const { id, version: _version, idempotency_key: _key, title, tags, ...rest } = request;
  const change = await changes.changeMaterial(context, before, {
    ...rest,
    ...(title === undefined ? {} : { title: trimmedName(title, 'title') }),
    ...(tags === undefined ? {} : { tags: tidyTags(tags) }),
  });
  if (change === null) context.unchanged();
  return await requireMaterial(context, id);
}

async function setCover(context: CallContext, request: RequestOf<typeof materials.setMaterialCover>) {
  const before = await lockUnchangedMaterial(context, request);
  const key = await storeCover(context, request.cover);
  await repository.updateMaterial(context.db, before.id, { cover_key: key ?? null }, context.now);
  context.audit({
    ...changes.toAuditTarget(before),
    summary: { codes: ['cover_key'] },
    before: { cover_key: before.cover_key },
    after: { cover_key: key ?? null },
  });
  return await requireMaterial(context, before.id);
}

const extensions: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** File name under which a material is downloaded. */
const downloadName = ({ title, code, mime }: { title: string; code: string; mime: string }): string =>
  `${title}_${code}.${extensions[mime] ?? 'bin'}`.replace(/[\\/:*?"<>|]/g, '_');

async function createAddress({ db, caller, files, now }: CallContext, { id, kind }: RequestOf<typeof materials.materialUrl>) {
  const found = await repository.findMaterialFiles(db, caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  // A file is handed out only after it was processed successfully.
  const isProcessed = found.status !== 'uploading' && found.status !== 'processing' && found.status !== 'failed';
  const key = kind === 'cover' ? found.cover_key : isProcessed ? found.file_key : null;
  if (key === null || files.addressIfStored(key, now) === null) throw refuse('MATERIAL_NOT_READY');
  const { url, expires_at } = files.address(key, now, kind === 'download' ? { download: downloadName(found) } : {});
  return { url, expires_at: expires_at.toISOString() };
}

/** Freshness of the figures of these days. */
async function loadMaterialFreshness(context: CallContext, days: Days, filter: Pick<repository.MaterialFilter, 'biz'>) {
  const { db, now, language } = context;
  return toFreshnessAnswer(
    await loadFreshness(db, { days, now }, await repository.findAccountsWithFigures(db, context, days, filter)),
    language,
  );
}

export const materialCalls = [
  defineCall({
    endpoint: materials.listMaterials,
    audit: 'read',
    async handle(context, { page = 1, page_size = 20, sort, to_publish_in, ...filter }) {
      requireDateOrder(filter);
      const { db } = context;
      const days = parseFigureDays(filter, context.limits);
      const [total, list, totals, freshness] = await Promise.all([
        repository.countMaterials(db, context, filter),
        repository.loadMaterialPage(db, context, { ...filter, sort, to_publish_in, limit: page_size, offset: (page - 1) * page_size }),
        days && repository.loadMaterialTotals(db, context, filter, days),
        days && loadMaterialFreshness(context, days, filter),
      ]);
      return { list, total, page, page_size, ...(totals && { totals }), ...freshness };
    },
  }),
  defineCall({
    endpoint: materials.materialDetail,
    audit: 'read',
    async handle(context, { id }) {
      const row = await requireMaterial(context, id);
      const versions = await loadVersions(context.db, context.caller, id);
      return { ...row, versions: versions.map((each) => ({ ...each, created_at: each.created_at.toISOString() })) };
    },
  }),
  defineCall({
    endpoint: materials.materialUsage,
    audit: 'read',
    async handle(context, { id }) {
      const { db, caller } = context;
      if ((await repository.findMaterialFiles(db, caller, id)) === undefined) throw refuse('NOT_FOUND');
      return await loadUsage(db, caller, id);
    },
  }),
  defineCall({ endpoint: materials.materialUrl, audit: 'read', handle: createAddress }),
  defineCall({
    endpoint: materials.simpleMaterials,
    audit: 'read',
    async handle({ db, caller, language, files, now }, { page = 1, page_size = 20, ...query }) {
      const { list, total } = await repository.loadSimpleMaterials(
        db,
        { caller, now },
        {
          ...query,
          limit: page_size,
          offset: (page - 1) * page_size,
        },
      );
      const notReadyText = reasonText('MATERIAL_NOT_READY', language);
      const isUnusable = (status: string) => query.usable === true && status !== 'ready';
      return {
        list: list.map((row) => ({
          id: row.id,
          label: row.label,
          sub: describeChoice(row, language),
          status: row.status,
          cover_url: files.addressIfStored(row.cover_key, now),
          ...(isUnusable(row.status) && { disabled: notReadyText }),
        })),
        total,
      };
    },
  }),
  defineCall({ endpoint: materials.editMaterial, audit: 'write', subject: changes.MATERIAL, handle: editMaterial }),
  defineCall({
    endpoint: materials.setMaterialCover,
    audit: 'write',
    subject: changes.MATERIAL,
    bodyMax: MAX_COVER_BODY_BYTES,
    handle: setCover,
  }),
];
