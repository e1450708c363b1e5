import { createHash, randomBytes } from 'node:crypto';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { UploadMeta } from '#contracts/endpoints/material-uploads.ts';
import { processPending } from '#server/domain/content/index.ts';
import { contentJobs } from '#server/domain/content/wire.ts';
import { defaultLimits } from '#server/domain/limits.ts';
import { samplePicture, sampleVideo } from '#server/seed/sample-media.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

let at: TestApp;
let outside: TestApp['outside'];
let base: string;
let drama: number;

const ids = async (account: string) =>
  (await at.db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;

async function makeDrama(code: string): Promise<number> {
  const now = at.clock.now();
  const row = await at.db
    .insertInto('drama')
    .values({
      code,
      title: `Drama ${code}`,
      language: 'en',
      genres: ['romance'],
      episodes_total: 60,
      free_episodes: 6,
      price_model: 'coin',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

beforeAll(async () => {
  at = await createTestApp();
  base = await at.app.listen({ port: 0, host: '127.0.0.1' });
  outside = at.outside;
  drama = await makeDrama('UPTEST');
});

afterAll(async () => {
  await at.close();
});

beforeEach(async () => {
  await at.db.deleteFrom('material_upload').execute();
  await at.db.deleteFrom('material').where('drama_id', '=', drama).execute();
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function meta(account = 'edit_01', more: Partial<UploadMeta> = {}): Promise<UploadMeta> {
  const creator_user_id = await ids(account);
  return { biz: 'dj', drama_id: drama, language: 'en', creator_user_id, visibility: 'dept', tags: ['a'], title: 'A cut', ...more };
}

async function init(
  bytes: Uint8Array,
  { account = 'edit_01', more = {}, mime = 'video/mp4', hash = sha256(bytes), filename = 'cut.mp4' } = {},
) {
  return await at.as(account, '/material-uploads/init', {
    filename,
    size: bytes.length,
    sha256: hash,
    mime: mime as 'video/mp4',
    meta: await meta(account, more),
  });
}

async function patch(url: string, bytes: Uint8Array, offset: number, { account = 'edit_01', headers = {} } = {}) {
  return await fetch(`${base}${url}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${await at.signIn(account)}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    body: Buffer.from(bytes),
  });
}

async function head(url: string, account = 'edit_01') {
  return await fetch(`${base}${url}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${await at.signIn(account)}`, 'tus-resumable': '1.0.0' },
  });
}

/** Begins, sends and finishes an upload, and returns the resulting material. */
async function upload(bytes: Uint8Array, options: Parameters<typeof init>[1] = {}) {
  const begun = await init(bytes, options);
  expect(begun.reason).toBeUndefined();
  const sent = await patch(begun.data.url, bytes, 0, options);
  expect(sent.status).toBe(204);
  const finished = await at.as(options.account ?? 'edit_01', '/material-uploads/finish', { upload_id: begun.data.upload_id });
  expect(finished.reason).toBeUndefined();
  await processed(finished.data.material_id);
  return await at.db.selectFrom('material').selectAll().where('id', '=', finished.data.material_id).executeTakeFirstOrThrow();
}

const processed = (id: number) =>
  expect
    .poll(async () => (await at.db.selectFrom('material').select('status').where('id', '=', id).executeTakeFirst())?.status, {
      timeout: 20_000,
    })
    .not.toBe('processing');

it('becomes a material with the facts read from the file', async () => {
  const { bytes } = await sampleVideo({ code: 'one', ratio: '9:16', seconds: 4 });
  const material = await upload(bytes);
  expect(material).toMatchObject({
    status: 'ready',
    fail_reason: null,
    kind: 'video',
    mime: 'video/mp4',
    width: 576,
    height: 1024,
    duration_ms: 4000,
    codec: 'avc',
    ratio: '9:16',
    sha256: sha256(bytes),
    size_bytes: bytes.length,
  });
  expect(material.code).toMatch(/^M[0-9A-Z]{11}$/);
  const address = outside.files.address(material.file_key, at.clock.now());
  const served = await fetch(`${base}${address.url}`);
  expect(sha256(new Uint8Array(await served.arrayBuffer()))).toBe(material.sha256);
});

it('gets a cover: an image its own, a video the frame sent along', async () => {
  const image = await upload((await samplePicture({ code: 'p', ratio: '1:1' })).bytes, { mime: 'image/jpeg', filename: 'p.jpg' });
  expect(image).toMatchObject({ status: 'ready', kind: 'image', ratio: '1:1', duration_ms: null });
  expect(image.cover_key).toMatch(/^pictures\//);

  const { bytes } = await sampleVideo({ code: 'with frame', ratio: '1:1', seconds: 2 });
  const begun = await init(bytes);
  await patch(begun.data.url, bytes, 0);
  const poster = { content: (await samplePicture({ code: 'frame', ratio: '1:1' })).bytes.toString('base64') };
  const finished = await at.as('edit_01', '/material-uploads/finish', { upload_id: begun.data.upload_id, poster });
  const video = await at.db
    .selectFrom('material')
    .select('cover_key')
    .where('id', '=', finished.data.material_id)
    .executeTakeFirstOrThrow();
  expect(video.cover_key).toMatch(/^pictures\//);
});

it('can be continued where it stopped, by its owner only', async () => {
  const bytes = randomBytes(100_000);
  const begun = await init(bytes);
  expect((await patch(begun.data.url, bytes.subarray(0, 40_000), 0)).headers.get('upload-offset')).toBe('40000');
  expect((await head(begun.data.url)).headers.get('upload-offset')).toBe('40000');
  expect((await init(bytes)).data).toMatchObject({ upload_id: begun.data.upload_id, received: 40_000 });
  expect((await at.as('edit_01', '/material-uploads/list', { open: true })).data.list).toMatchObject([
    { upload_id: begun.data.upload_id, received: 40_000, status: 'uploading', filename: 'cut.mp4', content: 'Drama UPTEST' },
  ]);

  expect((await patch(begun.data.url, bytes.subarray(0, 10), 0)).status).toBe(409);
  expect((await head(begun.data.url, 'edit_02')).status).toBe(404);
  expect((await patch(begun.data.url, bytes.subarray(40_000), 40_000, { account: 'edit_02' })).status).toBe(404);
  expect((await at.as('edit_02', '/material-uploads/finish', { upload_id: begun.data.upload_id })).reason).toBe('NOT_FOUND');
  expect((await at.as('edit_02', '/material-uploads/cancel', { upload_id: begun.data.upload_id })).reason).toBe('NOT_FOUND');
  expect((await at.as('edit_02', '/material-uploads/list', {})).data.list).toEqual([]);
  expect((await at.as('edit_01', '/material-uploads/finish', { upload_id: begun.data.upload_id })).data.errors).toMatchObject([
    { field: 'upload_id', rule: 'uploadIncomplete' },
  ]);
  expect((await patch(begun.data.url, bytes.subarray(40_000), 40_000)).status).toBe(204);
});

it('refuses bytes from users whom a call would refuse', async () => {
  const bytes = randomBytes(1_000);
  const { url } = (await init(bytes)).data;
  const unsigned = await fetch(`${base}${url}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
  expect(unsigned.status).toBe(401);
  expect((await head(url, 'ana_01')).status).toBe(403);
  const token = (await at.send('/login', { account: 'edit_01', pwd: createHash('md5').update('Demo@2026').digest('hex') })).data
    .token as string;
  await at.send('/sys-users/logout', {}, { token });
  const signedOut = await patch(url, bytes, 0, { headers: { authorization: `Bearer ${token}` } });
  expect(signedOut.status).toBe(401);
  expect(await signedOut.json()).toMatchObject({ code: 401, data: { reason: 'TOKEN_REVOKED' } });
});

it('creates nothing at its address and accepts at most one chunk at a time', async () => {
  const bytes = randomBytes(9 * 1024 * 1024);
  const { url } = (await init(bytes)).data;
  const headers = { authorization: `Bearer ${await at.signIn('edit_01')}`, 'tus-resumable': '1.0.0' };
  for (const [method, place] of [
    ['POST', '/api/uploads'],
    ['POST', url],
    ['DELETE', url],
    ['GET', url],
    ['PATCH', '/api/uploads/..%2f..%2fetc%2fpasswd'],
    ['PATCH', '/api/uploads/0f8fad5b-d9cb-469f-a165-70867728950e'],
  ] as const) {
    const answer = await fetch(`${base}${place}`, { method, headers });
    expect([method, place, answer.status]).toEqual([method, place, 404]);
  }
  const tooLarge = await patch(url, bytes, 0);
  expect(tooLarge.status).toBe(413);
  expect(((await tooLarge.json()) as { message: string }).message).toMatch(/^文件超过 [\d.]+ MiB$/);
});

it('reports an existing file with the details the caller may see', async () => {
  const { bytes } = await sampleVideo({ code: 'twice', ratio: '1:1', seconds: 2 });
  const material = await upload(bytes, { more: { visibility: 'private' } });
  expect(await init(bytes)).toMatchObject({
    code: 409,
    reason: 'DUPLICATE_MATERIAL',
    data: { material: { id: material.id, code: material.code } },
  });
  const stranger = await init(bytes, { account: 'opt_01' });
  expect(stranger).toMatchObject({ code: 409, reason: 'DUPLICATE_MATERIAL' });
  expect(stranger.data).not.toHaveProperty('material');
});

it('of the same file twice makes one material', async () => {
  const { bytes } = await sampleVideo({ code: 'race', ratio: '1:1', seconds: 2 });
  const [one, two] = await Promise.all([init(bytes), init(bytes, { account: 'edit_02' })]);
  await Promise.all([patch(one.data.url, bytes, 0), patch(two.data.url, bytes, 0, { account: 'edit_02' })]);
  const ends = await Promise.all([
    at.as('edit_01', '/material-uploads/finish', { upload_id: one.data.upload_id }),
    at.as('edit_02', '/material-uploads/finish', { upload_id: two.data.upload_id }),
  ]);
  expect(ends.map(({ reason }) => reason ?? 'made').sort()).toEqual(['DUPLICATE_MATERIAL', 'made']);
});

it('fails when the file differs from the announced one', async () => {
  const { bytes } = await sampleVideo({ code: 'other content', ratio: '1:1', seconds: 2 });
  const material = await upload(bytes, { hash: 'a'.repeat(64) });
  expect(material).toMatchObject({ status: 'failed', fail_reason: 'HASH_MISMATCH' });
});

it('finishes once even when the call is repeated', async () => {
  const { bytes } = await sampleVideo({ code: 'repeated', ratio: '1:1', seconds: 2 });
  const { upload_id, url } = (await init(bytes)).data;
  await patch(url, bytes, 0);
  const finish = () => at.as('edit_01', '/material-uploads/finish', { upload_id });
  const [first, second] = await Promise.all([finish(), finish()]);
  expect(second.data.material_id).toBe(first.data.material_id);
  expect((await finish()).data.material_id).toBe(first.data.material_id);
  await processed(first.data.material_id);
  expect((await at.as('edit_01', '/material-uploads/cancel', { upload_id })).reason).toBe('UPLOAD_CLOSED');
  expect((await patch(url, bytes.subarray(0, 1), bytes.length)).status).toBe(404);
});

it('refuses file names with paths or invalid characters', async () => {
  const bytes = randomBytes(10);
  for (const filename of ['../../etc/passwd', 'a/b.mp4', 'a\\b.mp4', '..', '\u0001.mp4', ' ']) {
    expect([filename, (await init(bytes, { filename })).data.errors]).toMatchObject([filename, [{ field: 'filename' }]]);
  }
});

it('refuses files that are too large, and too many open uploads of one user', async () => {
  const asked = async (size: number, mime: 'video/mp4' | 'image/png') =>
    await at.as('edit_01', '/material-uploads/init', { filename: 'x', size, sha256: 'b'.repeat(64), mime, meta: await meta() });
  expect(await asked(1024 ** 3 + 1, 'video/mp4')).toMatchObject({ code: 413, reason: 'FILE_TOO_LARGE', message: '文件超过 1024 MiB' });
  expect((await asked(30 * 1024 ** 2 + 1, 'image/png')).reason).toBe('FILE_TOO_LARGE');
});

it('removes its bytes when canceled', async () => {
  const bytes = randomBytes(1_000);
  const { upload_id, url } = (await init(bytes)).data;
  await patch(url, bytes.subarray(0, 500), 0);
  expect((await at.as('edit_01', '/material-uploads/cancel', { upload_id })).code).toBe(0);
  expect((await head(url)).status).toBe(404);
  expect((await at.as('edit_01', '/material-uploads/list', { open: true })).data.list).toEqual([]);
});

const job = (key: string) => {
  const found = contentJobs.find((each) => each.key === key);
  if (found === undefined) throw new Error(key);
  return found;
};
const jobContext = () => ({ ...outside, db: at.db, now: at.clock.now(), signal: new AbortController().signal, log: () => {} });

it('expires when it is not continued for a day', async () => {
  const bytes = randomBytes(1_000);
  const { upload_id, url } = (await init(bytes)).data;
  await at.db
    .updateTable('material_upload')
    .set({ expires_at: new Date(at.clock.now().getTime() - 1) })
    .where('id', '=', upload_id)
    .execute();
  expect((await patch(url, bytes, 0)).status).toBe(404);
  expect((await at.as('edit_01', '/material-uploads/finish', { upload_id })).reason).toBe('UPLOAD_CLOSED');
  await job('cleanup.files').run(jobContext());
  expect(await at.db.selectFrom('material_upload').select('status').where('id', '=', upload_id).executeTakeFirst()).toEqual({
    status: 'expired',
  });
});

it('is processed again after a server died, and fails after a quarter of an hour', async () => {
  const { bytes } = await sampleVideo({ code: 'left', ratio: '1:1', seconds: 2 });
  const key = await outside.files.store(bytes, 'video/mp4');
  const now = at.clock.now();
  const editor = await ids('edit_01');
  const row = (code: string, hash: string, since: Date) => ({
    code,
    biz: 'dj' as const,
    kind: 'video' as const,
    drama_id: drama,
    title: code,
    file_key: key,
    sha256: hash,
    size_bytes: bytes.length,
    mime: 'video/mp4' as const,
    language: 'en',
    creator_user_id: editor,
    uploader_user_id: editor,
    owner_user_id: editor,
    status: 'processing' as const,
    processing_since: since,
    processing_by: '0f8fad5b-d9cb-469f-a165-70867728950e',
    processing_until: new Date(Date.now() - 1_000),
    created_at: now,
    updated_at: now,
  });
  const [left, late] = await at.db
    .insertInto('material')
    .values([row('LEFT', sha256(bytes), now), row('LATE', 'c'.repeat(64), new Date(now.getTime() - 16 * 60_000))])
    .returning('id')
    .execute();
  await processPending({ db: at.db, files: outside.files, limits: defaultLimits, now });
  const found = await at.db
    .selectFrom('material')
    .select(['status', 'fail_reason'])
    .where('id', 'in', [left?.id ?? 0, late?.id ?? 0])
    .orderBy('id')
    .execute();
  expect(found).toEqual([
    { status: 'ready', fail_reason: null },
    { status: 'failed', fail_reason: 'PROCESSING_TIMEOUT' },
  ]);
});

it('loses its bytes after a failure, but only once it can no longer be processed again', async () => {
  const { bytes } = await sampleVideo({ code: 'stuck', ratio: '1:1', seconds: 2 });
  const begun = await init(bytes);
  await patch(begun.data.url, bytes, 0);
  const { upload_id } = begun.data;
  // The age of the bytes is the age of their file, which is real time.
  const now = new Date();
  const since = new Date(now.getTime() - 16 * 60_000);
  const editor = await ids('edit_01');
  const people = { creator_user_id: editor, uploader_user_id: editor, owner_user_id: editor };
  const file = {
    file_key: outside.files.uploads.newKey('video/mp4'),
    sha256: sha256(bytes),
    size_bytes: bytes.length,
    mime: 'video/mp4' as const,
  };
  const made = await at.db
    .insertInto('material')
    .values({
      ...people,
      ...file,
      code: 'STUCK',
      biz: 'dj',
      kind: 'video',
      drama_id: drama,
      title: 'Stuck',
      language: 'en',
      status: 'processing',
      processing_since: since,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await at.db.updateTable('material_upload').set({ status: 'merging', material_id: made.id }).where('id', '=', upload_id).execute();
  const statusOf = async () => (await at.db.selectFrom('material').select('status').where('id', '=', made.id).executeTakeFirst())?.status;
  const uploadStatus = async () =>
    (await at.db.selectFrom('material_upload').select('status').where('id', '=', upload_id).executeTakeFirst())?.status;

  await job('materials.process').run({ ...jobContext(), now });
  expect([await statusOf(), await uploadStatus()]).toEqual(['failed', 'failed']);
  await job('cleanup.files').run({ ...jobContext(), now: new Date(now.getTime() + 3 * 3_600_000) });
  expect(await outside.files.uploads.received(upload_id)).toBe(bytes.length);
  await at.db.updateTable('material').set({ status: 'processing', processing_since: now }).where('id', '=', made.id).execute();
  await job('materials.process').run({ ...jobContext(), now });
  expect([await statusOf(), await uploadStatus()]).toEqual(['ready', 'done']);

  const again = await init(randomBytes(5_000));
  await patch(again.data.url, randomBytes(5_000), 0);
  await at.db
    .updateTable('material_upload')
    .set({ status: 'merging', material_id: made.id })
    .where('id', '=', again.data.upload_id)
    .execute();
  await at.db.updateTable('material').set({ status: 'processing', processing_since: since }).where('id', '=', made.id).execute();
  await job('materials.process').run({ ...jobContext(), now });
  await job('cleanup.files').run({ ...jobContext(), now: new Date(now.getTime() + 72 * 3_600_000) });
  expect(await outside.files.uploads.received(again.data.upload_id)).toBeUndefined();
});

it('is checked against the configured limits, also when it is processed later', async () => {
  const { bytes } = await sampleVideo({ code: 'limit', ratio: '1:1', seconds: 2 });
  const { id } = await upload(bytes);
  const waits = { status: 'processing' as const, processing_since: at.clock.now() };
  const read = async () => {
    await at.db.updateTable('material').set(waits).where('id', '=', id).execute();
    await job('materials.process').run(jobContext());
    return (await at.db.selectFrom('material').select('fail_reason').where('id', '=', id).executeTakeFirst())?.fail_reason;
  };
  await at.db.updateTable('setting').set({ value: '1000' }).where('key', '=', 'UPLOAD_MAX_VIDEO').execute();
  expect(await read()).toBe('FILE_TYPE');
  await at.db.updateTable('setting').set({ value: '1073741824' }).where('key', '=', 'UPLOAD_MAX_VIDEO').execute();
  expect(await read()).toBeNull();
});

it('refuses a creator whom its uploader may not see', async () => {
  const bytes = randomBytes(5_000);
  const creator_user_id = await ids('edit_01');
  expect(await init(bytes, { account: 'opt_01', more: { creator_user_id } })).toMatchObject({
    reason: 'VALIDATION',
    data: { errors: [{ field: 'meta.creator_user_id' }] },
  });
  const begun = await init(bytes, { account: 'edit_01' });
  await patch(begun.data.url, bytes, 0);
  const meta = JSON.stringify({
    ...((await at.db.selectFrom('material_upload').select('meta').executeTakeFirstOrThrow()).meta as object),
    creator_user_id: await ids('opt_01'),
  });
  await at.db.updateTable('material_upload').set({ meta }).where('id', '=', begun.data.upload_id).execute();
  expect(await at.as('edit_01', '/material-uploads/finish', { upload_id: begun.data.upload_id })).toMatchObject({
    reason: 'VALIDATION',
    data: { errors: [{ field: 'meta.creator_user_id' }] },
  });
});

it('leaves referenced files and removes all others', async () => {
  const { bytes } = await samplePicture({ code: 'cover', ratio: '1:1' });
  const kept = await outside.files.storePicture(bytes, 'cover');
  const lost = await outside.files.storePicture(bytes, 'cover');
  await at.db.updateTable('drama').set({ cover_key: kept }).where('id', '=', drama).execute();
  const later = { ...jobContext(), now: new Date(Date.now() + 3 * 60 * 60_000) };
  await job('cleanup.files').run(later);
  expect([kept, lost].map((key) => existsSync(path.join(outside.folder, key)))).toEqual([true, false]);
});

it('reports a full disk and continues once there is room', async () => {
  const bytes = randomBytes(5_000_000);
  const { upload_id, url } = (await init(bytes)).data;
  const draft = path.join(outside.folder, 'drafts', upload_id);
  rmSync(draft);
  // A device that fails every write with ENOSPC.
  symlinkSync('/dev/full', draft);
  const full = await patch(url, bytes, 0);
  expect(full.status).toBe(507);
  expect(await full.text()).toContain('STORAGE_FULL');
  rmSync(draft);
  expect((await init(bytes)).data.upload_id).not.toBe(upload_id);
});
