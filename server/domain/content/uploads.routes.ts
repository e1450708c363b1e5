import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as uploads from '#contracts/endpoints/material-uploads.ts';
import { type CallContext, type CompletionContext, defineCall } from '../call.ts';
import { trimmedName } from '../people/index.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { storeCover } from './covers.ts';
import { requireCreator } from './material-creator.ts';
import { processInBackground } from './processing.ts';
import { requireListed } from './require-listed.ts';
import * as repository from './uploads.repository.ts';
import * as rules from './uploads.rules.ts';

const MATERIAL = 'material';
/** How long the answer waits for processing, so that small files are returned finished. */
const PROCESSING_WAIT_MS = 1_500;
const MAX_FINISH_BODY_BYTES = 1024 * 1024;

/** Validates the metadata of the future material and trims its texts. Refuses at the faulty field. */
async function validateMeta(context: CallContext, meta: uploads.UploadMeta): Promise<uploads.UploadMeta> {
  const { db } = context;
  const faults = rules.contentFaults(meta);
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
  requireListed('languages', meta.language, 'meta.language');
  const content =
    meta.biz === 'dj'
      ? await db
          .selectFrom('drama')
          .select('id')
          .where('id', '=', meta.drama_id ?? 0)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
      : await db
          .selectFrom('product')
          .select('id')
          .where('id', '=', meta.product_id ?? 0)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
  if (content === undefined) throw refuseField(meta.biz === 'dj' ? 'meta.drama_id' : 'meta.product_id', 'exists');
  await requireCreator(context, meta.creator_user_id, 'meta.creator_user_id');
  const tags = [...new Set(meta.tags.map((tag) => tag.trim()))];
  return { ...meta, title: trimmedName(meta.title, 'meta.title'), tags };
}

async function requireNewContent(context: CallContext, biz: string, sha256: string): Promise<void> {
  const same = await repository.findSameContent(context.db, context.caller, biz, sha256);
  if (same !== undefined) throw refuse('DUPLICATE_MATERIAL', same.material === undefined ? {} : { material: same.material });
}

async function beginUpload(context: CallContext, request: RequestOf<typeof uploads.initUpload>) {
  const { db, now, caller, limits, files } = context;
  const { sha256, size, mime, filename } = request;
  rules.requireSize(mime, size, limits);
  const meta = await validateMeta(context, request.meta);
  await requireNewContent(context, meta.biz, sha256);
  await repository.lockUserUploads(db, caller.userId);

  const existing = await repository.findSameUpload(db, { userId: caller.userId, sha256, size, biz: meta.biz, now });
  const received = existing && (await files.uploads.received(existing.id));
  if (existing !== undefined && received !== undefined) {
    await repository.setUploadMeta(db, existing.id, meta, filename, now);
    return toUploadAnswer(context, existing, received);
  }

  const usage = await repository.loadUploadUsage(db, caller.userId, now);
  if (usage.open >= limits.uploadsOpen) throw refuse('TOO_MANY_REQUESTS');
  if (usage.bytes + size > limits.uploadQuota || !(await files.uploads.hasRoom(size))) throw refuse('STORAGE_FULL');
  const upload = {
    id: randomUUID(),
    userId: caller.userId,
    filename,
    size,
    sha256,
    mime,
    chunkSize: limits.uploadChunk,
    meta,
    expiresAt: new Date(now.getTime() + rules.UPLOAD_LIFETIME_MS),
  };
  await files.uploads.begin(upload.id);
  await repository.insertUpload(db, { ...upload, now });
  return toUploadAnswer(context, upload, 0);
}

const toUploadAnswer = (
  { files }: CallContext,
  { id, chunkSize, expiresAt }: Pick<repository.Upload, 'id' | 'chunkSize' | 'expiresAt'>,
  received: number,
) => ({
  upload_id: id,
  url: files.uploads.address(id),
  chunk_size: chunkSize,
  received,
  expires_at: expiresAt.toISOString(),
});

async function lockOwnUpload({ db, caller }: CallContext, id: string): Promise<repository.Upload> {
  const upload = await repository.lockUpload(db, id, caller.userId);
  if (upload === undefined) throw refuse('NOT_FOUND');
  return upload;
}

function requireOpen({ status, expiresAt }: repository.Upload, now: Date): void {
  if ((status !== 'init' && status !== 'uploading') || expiresAt <= now) throw refuse('UPLOAD_CLOSED');
}

const loadMaterialStatus = async ({ db }: Pick<CallContext, 'db'>, id: number) => {
  const { status } = await db.selectFrom('material').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  return { material_id: id, status: status === 'uploading' ? ('processing' as const) : status };
};

async function finishUpload(context: CallContext, { upload_id, poster }: RequestOf<typeof uploads.finishUpload>) {
  const { db, now, caller, files } = context;
  const upload = await lockOwnUpload(context, upload_id);
  if (upload.materialId !== null) {
    context.unchanged();
    return await loadMaterialStatus(context, upload.materialId);
  }
  requireOpen(upload, now);
  if ((await files.uploads.received(upload.id)) !== upload.size) throw refuseField('upload_id', 'uploadIncomplete');
  const meta = await validateMeta(context, upload.meta);
  await repository.lockContent(db, meta.biz, upload.sha256);
  await requireNewContent(context, meta.biz, upload.sha256);

  const type = (await files.uploads.typeOf(upload.id)) ?? upload.mime;
  const kind = rules.kindOf(upload.mime);
  const cover = kind === 'video' ? await storeCover(context, poster, 'poster') : null;
  const fields = {
    code: rules.newMaterialCode(),
    biz: meta.biz,
    kind,
    drama_id: meta.drama_id ?? null,
    product_id: meta.product_id ?? null,
    title: meta.title,
    sha256: upload.sha256,
    size_bytes: upload.size,
    mime: type,
    language: meta.language,
    creator_user_id: meta.creator_user_id,
    visibility: meta.visibility,
    tags: meta.tags,
  } as const;
  const { id } = await db
    .insertInto('material')
    .values({
      ...fields,
      tags: [...fields.tags],
      file_key: files.uploads.newKey(type),
      cover_key: cover ?? null,
      uploader_user_id: caller.userId,
      owner_user_id: caller.userId,
      status: 'processing',
      processing_since: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await repository.setUploadStatus(db, upload.id, { status: 'merging', materialId: id, now });
  context.audit({ targetType: MATERIAL, targetId: id, targetLabel: fields.code, summary: fields.title, after: fields });
  return { material_id: id, status: 'processing' as const };
}

/** Processes the file in the background after the commit, and waits a moment for small ones. */
async function processAfterCommit(context: CompletionContext, answer: Awaited<ReturnType<typeof finishUpload>>) {
  await Promise.race([processInBackground(context, answer.material_id), sleep(PROCESSING_WAIT_MS, undefined, { ref: false })]);
  return await loadMaterialStatus(context, answer.material_id);
}

async function cancelUpload(context: CallContext, { upload_id }: RequestOf<typeof uploads.cancelUpload>) {
  const { db, now, files } = context;
  const upload = await lockOwnUpload(context, upload_id);
  if (upload.status === 'canceled') return {};
  requireOpen(upload, now);
  await repository.setUploadStatus(db, upload.id, { status: 'canceled', now });
  // If this fails, the scheduled task removes the bytes.
  context.afterCommit(() => void files.uploads.discard(upload.id).catch(() => {}));
  return {};
}

async function listOwnUploads(context: CallContext, { open = false, biz }: RequestOf<typeof uploads.listUploads>) {
  const { db, now, caller, files } = context;
  const found = await repository.listUploads(db, { userId: caller.userId, openOnly: open, biz, now });
  const list = await Promise.all(
    found.map(async (upload): Promise<uploads.UploadRow> => {
      const isReceived = upload.status === 'done' || upload.status === 'merging';
      return {
        upload_id: upload.id,
        filename: upload.filename,
        size: upload.size,
        sha256: upload.sha256,
        mime: upload.mime,
        url: files.uploads.address(upload.id),
        chunk_size: upload.chunkSize,
        received: isReceived ? upload.size : ((await files.uploads.received(upload.id)) ?? 0),
        status: upload.status,
        error: upload.error,
        material_id: upload.materialId,
        expires_at: upload.expiresAt.toISOString(),
        created_at: upload.createdAt.toISOString(),
        meta: upload.meta,
        content: upload.content,
      };
    }),
  );
  return { list };
}

export const uploadCalls = [
  defineCall({ endpoint: uploads.initUpload, audit: 'personal', handle: beginUpload }),
  defineCall({
    endpoint: uploads.finishUpload,
    audit: 'write',
    subject: MATERIAL,
    bodyMax: MAX_FINISH_BODY_BYTES,
    handle: finishUpload,
    complete: processAfterCommit,
  }),
  defineCall({ endpoint: uploads.cancelUpload, audit: 'personal', handle: cancelUpload }),
  defineCall({ endpoint: uploads.listUploads, audit: 'read', handle: listOwnUploads }),
];
