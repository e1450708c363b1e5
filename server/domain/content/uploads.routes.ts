import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as uploads from '#contracts/endpoints/material-uploads.ts';
import { type AfterwardsContext, type CallContext, defineCall } from '../call.ts';
import { trimmedName } from '../people/index.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { coverKey } from './covers.ts';
import { requireListed } from './listed.ts';
import { requireCreator } from './people-of-materials.ts';
import { processBeside } from './processing.ts';
import * as repository from './uploads.repository.ts';
import * as rules from './uploads.rules.ts';

const MATERIAL = 'material';
/** Small files are answered finished. */
const WAIT_MS = 1_500;
const FINISH_BODY_MAX = 1024 * 1024;

/** What the material will be, with its texts trimmed. Refuses at the field to blame. */
async function soundMeta(context: CallContext, meta: uploads.UploadMeta): Promise<uploads.UploadMeta> {
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

async function requireNew(context: CallContext, biz: string, sha256: string): Promise<void> {
  const same = await repository.findSameContent(context.db, context.caller, biz, sha256);
  if (same !== undefined) throw refuse('DUPLICATE_MATERIAL', same.material === undefined ? {} : { material: same.material });
}

async function beginUpload(context: CallContext, request: RequestOf<typeof uploads.initUpload>) {
  const { db, now, caller, limits, files } = context;
  const { sha256, size, mime, filename } = request;
  rules.requireSize(mime, size, limits);
  const meta = await soundMeta(context, request.meta);
  await requireNew(context, meta.biz, sha256);
  await repository.lockUploadsOf(db, caller.userId);

  const begun = await repository.findSameUpload(db, { userId: caller.userId, sha256, size, biz: meta.biz, now });
  const received = begun && (await files.uploads.received(begun.id));
  if (begun !== undefined && received !== undefined) {
    await repository.setUploadMeta(db, begun.id, meta, filename, now);
    return answerOf(context, begun, received);
  }

  const load = await repository.uploadLoad(db, caller.userId, now);
  if (load.open >= limits.uploadsOpen) throw refuse('TOO_MANY_REQUESTS');
  if (load.bytes + size > limits.uploadQuota || !(await files.uploads.hasRoom(size))) throw refuse('STORAGE_FULL');
  const upload = {
    id: randomUUID(),
    userId: caller.userId,
    filename,
    size,
    sha256,
    mime,
    chunkSize: limits.uploadChunk,
    meta,
    expiresAt: new Date(now.getTime() + rules.UPLOAD_KEPT_MS),
  };
  await files.uploads.begin(upload.id);
  await repository.insertUpload(db, { ...upload, now });
  return answerOf(context, upload, 0);
}

const answerOf = (
  { files }: CallContext,
  { id, chunkSize, expiresAt }: Pick<repository.KnownUpload, 'id' | 'chunkSize' | 'expiresAt'>,
  received: number,
) => ({
  upload_id: id,
  url: files.uploads.address(id),
  chunk_size: chunkSize,
  received,
  expires_at: expiresAt.toISOString(),
});

async function ownUpload({ db, caller }: CallContext, id: string): Promise<repository.KnownUpload> {
  const upload = await repository.lockUpload(db, id, caller.userId);
  if (upload === undefined) throw refuse('NOT_FOUND');
  return upload;
}

function requireOpen({ status, expiresAt }: repository.KnownUpload, now: Date): void {
  if ((status !== 'init' && status !== 'uploading') || expiresAt <= now) throw refuse('UPLOAD_CLOSED');
}

const statusOf = async ({ db }: Pick<CallContext, 'db'>, id: number) => {
  const { status } = await db.selectFrom('material').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  return { material_id: id, status: status === 'uploading' ? ('processing' as const) : status };
};

async function finishUpload(context: CallContext, { upload_id, poster }: RequestOf<typeof uploads.finishUpload>) {
  const { db, now, caller, files } = context;
  const upload = await ownUpload(context, upload_id);
  if (upload.materialId !== null) {
    context.unchanged();
    return await statusOf(context, upload.materialId);
  }
  requireOpen(upload, now);
  if ((await files.uploads.received(upload.id)) !== upload.size) throw refuseField('upload_id', 'uploadIncomplete');
  const meta = await soundMeta(context, upload.meta);
  await repository.lockContent(db, meta.biz, upload.sha256);
  await requireNew(context, meta.biz, upload.sha256);

  const type = (await files.uploads.typeOf(upload.id)) ?? upload.mime;
  const kind = rules.kindOf(upload.mime);
  const cover = kind === 'video' ? await coverKey(context, poster, 'poster') : null;
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

/** Reads the file in the background, once everything is written down; waits a moment for small ones. */
async function processSoon(context: AfterwardsContext, answer: Awaited<ReturnType<typeof finishUpload>>) {
  await Promise.race([processBeside(context, answer.material_id), sleep(WAIT_MS, undefined, { ref: false })]);
  return await statusOf(context, answer.material_id);
}

async function cancelUpload(context: CallContext, { upload_id }: RequestOf<typeof uploads.cancelUpload>) {
  const { db, now, files } = context;
  const upload = await ownUpload(context, upload_id);
  if (upload.status === 'canceled') return {};
  requireOpen(upload, now);
  await repository.setUploadStatus(db, upload.id, { status: 'canceled', now });
  // Should it fail, the scheduled task comes by.
  context.afterCommit(() => void files.uploads.discard(upload.id).catch(() => {}));
  return {};
}

async function ownUploads(context: CallContext, { open = false, biz }: RequestOf<typeof uploads.listUploads>) {
  const { db, now, caller, files } = context;
  const found = await repository.listUploadsOf(db, { userId: caller.userId, openOnly: open, biz, now });
  const list = await Promise.all(
    found.map(async (upload): Promise<uploads.UploadRow> => {
      const isOver = upload.status === 'done' || upload.status === 'merging';
      return {
        upload_id: upload.id,
        filename: upload.filename,
        size: upload.size,
        sha256: upload.sha256,
        mime: upload.mime,
        url: files.uploads.address(upload.id),
        chunk_size: upload.chunkSize,
        received: isOver ? upload.size : ((await files.uploads.received(upload.id)) ?? 0),
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
    bodyMax: FINISH_BODY_MAX,
    handle: finishUpload,
    complete: processSoon,
  }),
  defineCall({ endpoint: uploads.cancelUpload, audit: 'personal', handle: cancelUpload }),
  defineCall({ endpoint: uploads.listUploads, audit: 'read', handle: ownUploads }),
];
