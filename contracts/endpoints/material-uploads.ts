import { type Static, Type } from 'typebox';
import { ContentLanguage } from './dramas.ts';
import { endpoint } from './endpoint.ts';
import { MaterialTags, MaterialTitle, materialKeepers, Visibility } from './materials.ts';
import { noted } from './noted.ts';
import { by } from './row-order.ts';
import { Biz, Exact, Id, IdempotencyKey, Instant, Nothing, Nullable, OneOf } from './shapes.ts';

/** The types that can be uploaded. The server decides by the content, not by the declared type. */
export const uploadTypes = ['video/mp4', 'video/quicktime', 'image/jpeg', 'image/png'] as const;
export type UploadType = (typeof uploadTypes)[number];

const UploadId = Type.String({ format: 'uuid' });
const FileName = noted(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\u0000-\\u001f\\u007f/\\\\]*[^\\u0000-\\u0020\\u007f./\\\\][^\\u0000-\\u001f\\u007f/\\\\]*$',
  }),
  {
    zh: '文件名，不含路径；只用来显示，从不作为存放的名字。',
    en: 'Name of the file without a path; only shown, never what it is kept as.',
  },
);
const Sha256 = noted(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
  zh: '整个文件的 SHA-256，64 位小写十六进制；上传完后再次核对。',
  en: 'SHA-256 of the whole file, 64 lower-case hex digits; compared again once everything arrived.',
});
const Size = noted(Type.Integer({ minimum: 1, maximum: 2 ** 40 }), {
  zh: '文件大小；视频至多 1 GiB，图片至多 30 MiB。',
  en: 'Size of the file; a video has at most 1 GiB, an image 30 MiB.',
  unit: 'bytes',
});
const Received = noted(Type.Integer({ minimum: 0 }), {
  zh: '已收到的字节数，从这里继续。',
  en: 'Bytes that arrived; it goes on from there.',
  unit: 'bytes',
});
const Address = noted(Type.String(), {
  zh: '按 tus 1.0 协议接收字节的地址：HEAD 与 PATCH，带同样的 Authorization；不能在这里创建上传。',
  en: 'Where the bytes go by the tus protocol 1.0: HEAD and PATCH with the same Authorization; nothing can be created there.',
});
const ChunkSize = noted(Type.Integer({ minimum: 1 }), {
  zh: '每个 PATCH 至多带的字节数。',
  en: 'Bytes of one PATCH at most.',
  unit: 'bytes',
});
const Expires = noted(Instant, { zh: '在此之后不能再继续。', en: 'It cannot be gone on with after this.' });

/** The metadata of the future material. */
export const UploadMeta = Exact({
  biz: Biz,
  drama_id: noted(Type.Optional(Id), { zh: '短剧素材必填，电商素材不带。', en: 'Needed for short drama, absent otherwise.' }),
  product_id: noted(Type.Optional(Id), { zh: '电商素材必填，短剧素材不带。', en: 'Needed for e-commerce, absent otherwise.' }),
  language: ContentLanguage,
  creator_user_id: noted(Id, { zh: '剪辑师：成果记在其名下的人。', en: 'Who made it, and is credited for it.' }),
  visibility: Visibility,
  tags: MaterialTags,
  title: MaterialTitle,
});
export type UploadMeta = Static<typeof UploadMeta>;

/** The existing material with the same file. */
export const ExistingMaterial = Exact({
  id: Id,
  code: Type.String(),
  title: Type.String(),
  status: Type.String(),
});
export type ExistingMaterial = Static<typeof ExistingMaterial>;

const write = { method: 'POST', access: materialKeepers, action: 'material', effect: 'write' } as const;

export const initUpload = endpoint({
  ...write,
  name: 'uploads.init',
  path: '/material-uploads/init',
  summary: { zh: '开始上传素材', en: 'Begin an upload' },
  request: Exact({
    filename: FileName,
    size: Size,
    sha256: Sha256,
    mime: OneOf(uploadTypes),
    meta: UploadMeta,
    idempotency_key: IdempotencyKey,
  }),
  reply: noted(Exact({ upload_id: UploadId, url: Address, chunk_size: ChunkSize, received: Received, expires_at: Expires }), {
    zh: '同一个人已经开始上传同一个文件时，得到那一次上传，从断点继续。',
    en: 'Whoever began with the same file before gets that upload again, to go on with.',
  }),
  reasons: ['DUPLICATE_MATERIAL', 'FILE_TOO_LARGE', 'STORAGE_FULL'],
});

export const finishUpload = endpoint({
  ...write,
  name: 'uploads.finish',
  path: '/material-uploads/finish',
  summary: { zh: '完成上传', en: 'Finish an upload' },
  request: Exact({
    upload_id: UploadId,
    poster: noted(Type.Optional(Exact({ content: Type.String({ minLength: 1, maxLength: 800_000 }) })), {
      zh: '视频的封面：由浏览器截取的一帧，JPEG 或 PNG 的 Base64，至多 600 kB。图片的封面由服务端生成。',
      en: 'Cover of a video: a frame the browser cut, a JPEG or PNG as Base64, at most 600 kB. That of an image is made by the server.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: noted(
    Exact({
      material_id: Id,
      status: noted(OneOf(['processing', 'ready', 'failed', 'archived', 'blocked'] as const), {
        zh: '素材的状态。',
        en: 'State of the creative.',
      }),
    }),
    {
      zh: '字节已全部收到：核对与读取在后台进行，素材从 processing 变为 ready 或 failed。重复调用得到同一个素材。',
      en: 'All bytes are there: comparing and reading go on in the background, and the creative becomes ready or failed. Repeated, it answers the same creative.',
    },
  ),
  reasons: ['NOT_FOUND', 'UPLOAD_CLOSED', 'DUPLICATE_MATERIAL'],
});

export const cancelUpload = endpoint({
  ...write,
  name: 'uploads.cancel',
  path: '/material-uploads/cancel',
  summary: { zh: '取消上传', en: 'Cancel an upload' },
  request: Exact({ upload_id: UploadId, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'UPLOAD_CLOSED'],
});

export const uploadStatuses = ['init', 'uploading', 'merging', 'done', 'failed', 'canceled', 'expired'] as const;

export const UploadRow = Exact({
  upload_id: UploadId,
  filename: Type.String(),
  size: Size,
  sha256: Sha256,
  mime: OneOf(uploadTypes),
  url: Address,
  chunk_size: ChunkSize,
  received: Received,
  status: noted(OneOf(uploadStatuses), {
    zh: 'init 与 uploading 可以继续；其他都已结束。',
    en: 'init and uploading can be gone on with; the others have ended.',
  }),
  error: noted(Nullable(Type.String()), { zh: '失败的原因代码。', en: 'Why it failed, as a code.' }),
  material_id: Nullable(Id),
  expires_at: Expires,
  created_at: Instant,
  meta: UploadMeta,
  content: noted(Nullable(Type.String()), { zh: '剧目或商品的名称。', en: 'Name of the drama or product.' }),
});
export type UploadRow = Static<typeof UploadRow>;

export const listUploads = endpoint({
  name: 'uploads.list',
  method: 'POST',
  path: '/material-uploads/list',
  summary: { zh: '自己的上传', en: "The caller's uploads" },
  access: materialKeepers,
  effect: 'read',
  request: Exact({
    open: noted(Type.Optional(Type.Boolean()), { zh: '只要还能继续的。', en: 'Only those that can be gone on with.' }),
    biz: noted(Type.Optional(Biz), { zh: '只要这个业务线的。', en: 'Only those of this business line.' }),
  }),
  order: [{ field: 'created_at', order: 'desc' }, ...by('upload_id')],
  reply: noted(Exact({ list: Type.Array(UploadRow, { maxItems: 200 }) }), {
    zh: '新的在前，至多 200 个。',
    en: 'The newest first, at most 200.',
  }),
});
