import { createHash } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#tests/support/app.ts';
import { openCuttingProxy } from '#tests/support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deep } from '#tests/support/depth.ts';
import { largeVideo } from '#tests/support/sample-files.ts';
import { callApi, type ServerProcess, signIn, spawnServer } from '#tests/support/server-process.ts';

const MIB = 1024 * 1024;
const CHUNK = 8 * MIB;
/** Of the file that is cut off: at least five times. */
const [LARGE, CUT_EVERY] = deep([96 * MIB, 17 * MIB], [200 * MIB, 37 * MIB]);
/** Of the file whose servers are killed, each after so many bytes. */
const [KILLED, KILL_EVERY] = deep([64 * MIB, 14 * MIB], [120 * MIB, 25 * MIB]);
/** Bytes of requests that are no bytes of files: their first lines and headers. */
const HEADERS_OF_ONE = 4_096;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a large upload', () => {
  let database: TestDatabase;
  let folder: string;
  const servers: ServerProcess[] = [];
  let token: string;
  let drama: number;
  let editor: number;

  const start = async () => {
    const server = await spawnServer({ DATABASE_URL: database.url, SEED: 'none', DATA_DIR: folder, FILES_DIR: path.join(folder, 'files') });
    servers.push(server);
    return server;
  };

  /** The one started last, which nobody killed yet. */
  const alive = () => servers.at(-1) as ServerProcess;

  beforeAll(async () => {
    database = await createTestDatabase({ seed: 'people' });
    folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-uploads-')));
    const { db } = database;
    editor = (await db.selectFrom('sys_user').select('id').where('account', '=', 'edit_01').executeTakeFirstOrThrow()).id;
    const now = new Date();
    drama = (
      await db
        .insertInto('drama')
        .values({
          code: 'CUTS',
          title: 'Cuts',
          language: 'en',
          genres: ['romance'],
          episodes_total: 60,
          free_episodes: 6,
          price_model: 'coin',
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    const server = await start();
    token = await signIn(server.url, 'edit_01', DEMO_PASSWORD);
  });

  afterAll(async () => {
    for (const server of servers) await server.kill('group');
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const init = async (url: string, bytes: Buffer) =>
    (
      await callApi(
        url,
        '/material-uploads/init',
        {
          filename: 'large.mp4',
          size: bytes.length,
          sha256: sha256(bytes),
          mime: 'video/mp4',
          meta: { biz: 'dj', drama_id: drama, language: 'en', creator_user_id: editor, visibility: 'dept', tags: [], title: 'Large' },
        },
        token,
      )
    ).data as { upload_id: string; url: string; received: number; chunk_size: number };

  /** Sends by the library of the console; `base` may change while it does. */
  const send = (bytes: Buffer, address: string, { onProgress = () => {} }: { onProgress?: (sent: number) => void } = {}) => {
    let requests = 0;
    const done = new Promise<number>((resolve, reject) => {
      new Upload(bytes, {
        uploadUrl: address,
        chunkSize: CHUNK,
        retryDelays: Array.from({ length: 60 }, () => 200),
        storeFingerprintForResuming: false,
        headers: { Authorization: `Bearer ${token}` },
        onBeforeRequest: () => {
          requests += 1;
        },
        onShouldRetry: () => true,
        onProgress,
        onSuccess: () => resolve(requests),
        onError: reject,
      }).start();
    });
    return done;
  };

  const finished = async (url: string, upload_id: string) => {
    const { code, data, message } = await callApi(url, '/material-uploads/finish', { upload_id }, token);
    expect([code, message]).toEqual([0, expect.any(String)]);
    const id = Number(data['material_id']);
    const material = () => database.db.selectFrom('material').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await expect.poll(async () => (await material()).status, { timeout: 120_000, interval: 250 }).not.toBe('processing');
    return await material();
  };

  it('arrives whole through a network that cuts it off again and again, with at most one portion more for each cut', async () => {
    const bytes = await largeVideo('cut off', LARGE);
    const [server] = servers as [ServerProcess];
    const proxy = await openCuttingProxy(server.url, { cutEvery: CUT_EVERY });
    const { upload_id, url } = await init(server.url, bytes);
    const requests = await send(bytes, `${proxy.url}${url}`);
    await proxy.close();
    expect(proxy.cuts()).toBeGreaterThanOrEqual(5);
    expect(proxy.sent()).toBeLessThanOrEqual(bytes.length + proxy.cuts() * CHUNK + requests * HEADERS_OF_ONE);
    expect(await finished(server.url, upload_id)).toMatchObject({ status: 'ready', sha256: sha256(bytes), size_bytes: bytes.length });
  });

  it('goes on by another server on the same folder after the first was killed, three times', async () => {
    const bytes = await largeVideo('killed', KILLED);
    let current = alive();
    const proxy = await openCuttingProxy(current.url, { cutEvery: Number.POSITIVE_INFINITY });
    const { upload_id, url } = await init(current.url, bytes);
    let kills = 0;
    let killing: Promise<void> | undefined;
    const replace = async () => {
      const next = await start();
      const dying = current;
      current = next;
      proxy.aimAt(next.url);
      await dying.kill('group');
    };
    const requests = await send(bytes, `${proxy.url}${url}`, {
      onProgress: (sent) => {
        if (kills < 3 && killing === undefined && sent > (kills + 1) * KILL_EVERY) {
          kills += 1;
          killing = replace().finally(() => {
            killing = undefined;
          });
        }
      },
    });
    await killing;
    await proxy.close();
    expect(kills).toBeGreaterThanOrEqual(1);
    expect(proxy.sent()).toBeLessThanOrEqual(bytes.length + kills * CHUNK + requests * HEADERS_OF_ONE);
    expect(await finished(current.url, upload_id)).toMatchObject({ status: 'ready', sha256: sha256(bytes) });
  });

  it('takes bytes by two servers in turn, and never from both at once', async () => {
    const bytes = await largeVideo('in turn', 40 * MIB);
    const [one, two] = [alive(), await start()];
    const { upload_id, url } = await init(one.url, bytes);
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
    const patch = (base: string, offset: number) =>
      fetch(`${base}${url}`, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(bytes.subarray(offset, offset + CHUNK)),
      }).then(
        ({ status }) => status,
        // Refused while the bytes were on their way: the connection is closed.
        () => undefined,
      );
    const received = async () => Number((await fetch(`${two.url}${url}`, { method: 'HEAD', headers })).headers.get('upload-offset'));
    let lost = 0;
    for (let at = 0; at < bytes.length; at = await received()) {
      const both = await Promise.all([patch(one.url, at), patch(two.url, at)]);
      const written = both.filter((status) => status === 204).length;
      // One of them wrote the portion, and the other came too late. Who takes long gives way, with a part of it written: then both lost.
      expect(written).toBeLessThanOrEqual(1);
      if (written === 0) lost += 1;
      expect(lost).toBeLessThan(10);
    }
    expect(await finished(two.url, upload_id)).toMatchObject({ status: 'ready', sha256: sha256(bytes) });
  });

  it('is read by another server when the one that began to read it was killed', async () => {
    const bytes = await largeVideo('half read', 60 * MIB);
    const [other, reader] = servers.slice(-2) as [ServerProcess, ServerProcess];
    const { upload_id, url } = await init(reader.url, bytes);
    await send(bytes, `${reader.url}${url}`);
    void callApi(reader.url, '/material-uploads/finish', { upload_id }, token).catch(() => undefined);
    await expect
      .poll(
        async () =>
          (await database.db.selectFrom('material_upload').select('status').where('id', '=', upload_id).executeTakeFirst())?.status,
        {
          interval: 5,
          timeout: 20_000,
        },
      )
      .not.toBe('uploading');
    await reader.kill('group');
    await sleep(100);
    // What the dead one held is free before its time, as if that had passed.
    await database.db
      .updateTable('material')
      .set({ processing_until: new Date(0) })
      .where('status', '=', 'processing')
      .execute();
    const admin = await signIn(other.url, 'super', DEMO_PASSWORD);
    await callApi(other.url, '/admin-crons/run', { key: 'materials.process' }, admin);
    expect(await finished(other.url, upload_id)).toMatchObject({ status: 'ready', sha256: sha256(bytes) });
  });
});
