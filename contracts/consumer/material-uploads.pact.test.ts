import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { uploadStatuses } from '#contracts/endpoints/material-uploads.ts';
import { dramaExists, materialExists, noRoom, productExists, signedInAs, uploadEnded, uploadOpen } from '#contracts/states/states.ts';
import { cancelUpload, finishUpload, initUpload, openUploads } from '#src/services/material-uploads.service.ts';
import { describePact, success } from './exchange.ts';
import { eachLike, instant, integer, oneOf, string, textLike } from './matching.ts';
import { askForGone, askRefused } from './refused.ts';

const drama = { id: 51, code: 'LOVE-01', title: '替身新娘', version: 3, copyright_until: '2099-12-31', status: 'on' } as const;
const product = { id: 61, sku: 'LAMP', name: '灯', version: 2, status: 'on', site: { id: 41, name: '商店', domain: 'shop.test' } } as const;
const ID = '5f0c6f6e-6f0a-4b43-8d5b-0d6c1f0b7a21';
const NOBODYS = '5f0c6f6e-6f0a-4b43-8d5b-0d6c1f0b7a99';
const CODE = 'M23456789ABC';
/** The digest of the existing material. */
const known = createHash('sha256').update(CODE).digest('hex');
const fresh = 'c'.repeat(64);
const material = materialExists({
  id: 71,
  code: CODE,
  title: '开场',
  version: 1,
  status: 'ready',
  biz: 'dj',
  content_id: 51,
  owner: 11,
  parent_material_id: null,
});
const meta = {
  biz: 'dj',
  drama_id: 51,
  language: 'en',
  creator_user_id: 11,
  visibility: 'dept',
  tags: [],
  title: '新素材',
} as const;
const body = { filename: 'cut.mp4', size: 1_000, sha256: fresh, mime: 'video/mp4', meta: { ...meta, tags: [] as string[] } } as const;
const given = [signedInAs('admin'), dramaExists(drama)];
const opened = { id: ID, by: 11, filename: 'cut.mp4', size: 1_000, sha256: fresh, received: 400, drama_id: 51, product_id: null };
const url = '/api/uploads/5f0c6f6e-6f0a-4b43-8d5b-0d6c1f0b7a21';
const urlLike = textLike(/^\/\S+$/, url);
const uuid = (example: string) => textLike(/^[0-9a-f-]{36}$/, example);
const exists = { code: 409, reason: 'DUPLICATE_MATERIAL', message: '素材已存在' };
const existing = { id: 71, code: CODE, title: '开场', status: 'ready' };

const openLike = {
  upload_id: uuid(ID),
  filename: string('cut.mp4'),
  size: integer(1_000),
  sha256: textLike(/^[0-9a-f]{64}$/, fresh),
  url: urlLike,
  chunk_size: integer(8_388_608),
  received: integer(400),
  status: oneOf('uploading', uploadStatuses),
  expires_at: instant('2026-11-21T08:00:00.000Z'),
};

describePact('material-uploads', (ask) => {
  it('begins an upload', () =>
    ask(
      {
        given,
        path: '/api/material-uploads/init',
        body,
        reply: success({ upload_id: uuid(ID), url: urlLike, chunk_size: integer(8_388_608), received: 0 }),
      },
      async () => expect(await initUpload(body)).toEqual({ upload_id: ID, url, chunk_size: 8_388_608, received: 0 }),
    ));

  it('continues the upload of the same file', () =>
    ask(
      {
        given: [...given, uploadOpen(opened)],
        path: '/api/material-uploads/init',
        body,
        reply: success({ upload_id: ID, url: urlLike, chunk_size: integer(8_388_608), received: 400 }),
      },
      async () => expect(await initUpload(body)).toMatchObject({ upload_id: ID, received: 400 }),
    ));

  it('does not upload a file that exists already', () =>
    askRefused(ask, {
      given: [...given, material],
      path: '/api/material-uploads/init',
      body: { ...body, sha256: known },
      refused: { ...exists, more: { material: existing } },
      call: () => initUpload({ ...body, sha256: known }),
      carries: ({ data }) => expect(data).toMatchObject({ material: existing }),
    }));

  it('refuses to upload a file that is too large', () =>
    askRefused(ask, {
      given,
      path: '/api/material-uploads/init',
      body: { ...body, size: 1_073_741_825 },
      refused: { code: 413, reason: 'FILE_TOO_LARGE', message: '文件超过 1024 MiB' },
      call: () => initUpload({ ...body, size: 1_073_741_825 }),
    }));

  it('refuses an upload when the storage is full', () =>
    askRefused(ask, {
      given: [...given, noRoom()],
      path: '/api/material-uploads/init',
      body,
      refused: { code: 422, reason: 'STORAGE_FULL', message: '存储空间不足' },
      call: () => initUpload(body),
    }));

  it('finishes an upload', () =>
    ask(
      {
        given: [...given, uploadOpen({ ...opened, received: 1_000 })],
        path: '/api/material-uploads/finish',
        body: { upload_id: ID },
        reply: success({ material_id: integer(1_001), status: oneOf('processing', ['processing', 'ready', 'failed']) }),
      },
      async () => expect(await finishUpload({ upload_id: ID })).toEqual({ material_id: 1_001, status: 'processing' }),
    ));

  it('refuses to finish the upload of a file that another user uploaded in the meantime', () =>
    askRefused(ask, {
      given: [...given, material, uploadOpen({ ...opened, sha256: known, received: 1_000 })],
      path: '/api/material-uploads/finish',
      body: { upload_id: ID },
      refused: { ...exists, more: { material: existing } },
      call: () => finishUpload({ upload_id: ID }),
      carries: ({ data }) => expect(data).toMatchObject({ material: existing }),
    }));

  it('refuses to finish an upload that has ended', () =>
    askRefused(ask, {
      given: [...given, uploadEnded({ id: ID, by: 11, drama_id: 51 })],
      path: '/api/material-uploads/finish',
      body: { upload_id: ID },
      refused: { code: 422, reason: 'UPLOAD_CLOSED', message: '上传已结束' },
      call: () => finishUpload({ upload_id: ID }),
    }));

  it('refuses to finish the upload of another user', () =>
    askForGone(ask, {
      path: '/api/material-uploads/finish',
      body: { upload_id: NOBODYS },
      call: () => finishUpload({ upload_id: NOBODYS }),
    }));

  it('cancels an upload', () =>
    ask(
      { given: [...given, uploadOpen(opened)], path: '/api/material-uploads/cancel', body: { upload_id: ID }, reply: success({}) },
      async () => expect(await cancelUpload({ upload_id: ID })).toEqual({}),
    ));

  it('refuses to cancel an upload that has ended', () =>
    askRefused(ask, {
      given: [...given, uploadEnded({ id: ID, by: 11, drama_id: 51 })],
      path: '/api/material-uploads/cancel',
      body: { upload_id: ID },
      refused: { code: 422, reason: 'UPLOAD_CLOSED', message: '上传已结束' },
      call: () => cancelUpload({ upload_id: ID }),
    }));

  it('refuses to cancel the upload of another user', () =>
    askForGone(ask, {
      path: '/api/material-uploads/cancel',
      body: { upload_id: NOBODYS },
      call: () => cancelUpload({ upload_id: NOBODYS }),
    }));

  it('lists the uploads that can be continued', () =>
    ask(
      {
        given: [...given, uploadOpen(opened)],
        path: '/api/material-uploads/list',
        body: { open: true },
        reply: success({
          list: eachLike({
            ...openLike,
            meta: { ...meta, drama_id: integer(51), creator_user_id: integer(11), title: string('新素材') },
            content: string('替身新娘'),
          }),
        }),
      },
      async () => expect((await openUploads({ open: true })).list).toMatchObject([{ upload_id: ID, received: 400, meta }]),
    ));

  it('lists the product uploads that can be continued', () => {
    const { drama_id: _none, ...others } = meta;
    const ofProduct = { ...others, biz: 'ec', product_id: 61 };
    return ask(
      {
        given: [signedInAs('admin'), productExists(product), uploadOpen({ ...opened, drama_id: null, product_id: 61 })],
        path: '/api/material-uploads/list',
        body: { open: true, biz: 'ec' },
        reply: success({
          list: eachLike({
            ...openLike,
            meta: { ...ofProduct, product_id: integer(61), creator_user_id: integer(11), title: string('新素材') },
            content: string('灯'),
          }),
        }),
      },
      async () =>
        expect((await openUploads({ open: true, biz: 'ec' })).list).toMatchObject([{ upload_id: ID, meta: ofProduct, content: '灯' }]),
    );
  });
});
