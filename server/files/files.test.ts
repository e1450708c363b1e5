import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredFileType } from '#server/domain/files.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { samplePicture, sampleVideo } from '#server/seed/sample-media.ts';
import { TestClock } from '#tests/support/app.ts';
import { type OpenFiles, openFiles } from './open-files.ts';
import { parseRange } from './serve-files.ts';

let folder: string;
let kept: OpenFiles;
let app: FastifyInstance;
const clock = new TestClock();
const signingKey = randomBytes(32);

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ads-files-test-'));
  kept = openFiles({ clock, folder, signingKey });
  app = fastify({ exposeHeadRoutes: false });
  kept.mount(app);
  await app.ready();
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const video = async (code: string) => (await sampleVideo({ code, ratio: '1:1', seconds: 2 })).bytes;
const picture = async (code: string) => (await samplePicture({ code, ratio: '1:1' })).bytes;
const html = Buffer.from('<!doctype html><script>alert(1)</script>');

/** A PNG that declares this size and decodes to nearly as much. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(20_000_000, height * (1 + Math.ceil(width / 8)))));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

describe('an examined file', () => {
  const examined = async (bytes: Uint8Array, type: StoredFileType = 'video/mp4') =>
    await kept.files.examine(await kept.files.store(bytes, type));

  it('has the type of its content, not of its name', async () => {
    expect(await examined(await picture('a'), 'video/mp4')).toMatchObject({ fault: null, type: 'image/jpeg', width: 640, height: 640 });
    expect(await examined(await video('a'), 'image/png')).toMatchObject({
      fault: null,
      type: 'video/mp4',
      durationMs: 2_000,
      codec: 'avc',
    });
  });

  it('is refused when its content is damaged, of another type, or followed by other data', async () => {
    const [film, jpeg] = [await video('bad'), await picture('bad')];
    const png = await sharp(jpeg).png().toBuffer();
    const box = (kind: string, size: number) => {
      const bytes = Buffer.alloc(Math.max(8, Math.min(size, 64)));
      bytes.writeUInt32BE(size, 0);
      bytes.write(kind, 4, 'latin1');
      return bytes;
    };
    const moovAt = film.indexOf('moov', 0, 'latin1') - 4;
    const corpus: Record<string, [Uint8Array, string]> = {
      'a page called jpg': [html, 'FILE_TYPE'],
      'a drawing called png': [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'FILE_TYPE'],
      'a program': [Buffer.concat([Buffer.from('MZ'), randomBytes(2_000)]), 'FILE_TYPE'],
      'a GIF': [Buffer.from('GIF89a\x01\x00\x01\x00\x00\xff\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x00;', 'latin1'), 'FILE_TYPE'],
      noise: [randomBytes(10_000), 'FILE_TYPE'],
      'nothing but zeros': [Buffer.alloc(10_000), 'FILE_TYPE'],
      'a JPEG with a page behind it': [Buffer.concat([jpeg, html]), 'FILE_EXTRA'],
      'a JPEG with an archive behind it': [Buffer.concat([jpeg, Buffer.from('PK\x03\x04', 'latin1'), randomBytes(500)]), 'FILE_EXTRA'],
      'a PNG with a page behind it': [Buffer.concat([png, html]), 'FILE_EXTRA'],
      'an MP4 with a page behind it': [Buffer.concat([film, html]), 'FILE_EXTRA'],
      'an MP4 with an archive behind it': [Buffer.concat([film, Buffer.from('PK\x03\x04', 'latin1'), randomBytes(500)]), 'FILE_EXTRA'],
      'half a JPEG': [jpeg.subarray(0, jpeg.length / 2), 'FILE_BROKEN'],
      'half a PNG': [png.subarray(0, png.length / 2), 'FILE_BROKEN'],
      'half an MP4': [film.subarray(0, film.length / 2), 'FILE_BROKEN'],
      'an MP4 without its pictures': [film.subarray(0, film.indexOf('mdat', 0, 'latin1') - 4), 'FILE_BROKEN'],
      'an MP4 without a film': [Buffer.concat([film.subarray(0, moovAt), box('free', 8)]), 'NO_VIDEO'],
      'a film of no size': [Buffer.concat([film.subarray(0, moovAt), box('moov', 8)]), 'NO_VIDEO'],
      'a table that claims gigabytes': [Buffer.concat([film.subarray(0, moovAt), box('moov', 0xffff_fff0)]), 'FILE_BROKEN'],
      'a picture of billions of pixels': [hugePng(60_000, 60_000), 'TOO_MANY_PIXELS'],
      'a picture of more pixels than are unpacked': [hugePng(12_000, 12_000), 'TOO_MANY_PIXELS'],
    };
    const found: Record<string, string | null> = {};
    for (const [name, [bytes]] of Object.entries(corpus)) found[name] = (await examined(bytes)).fault;
    const wanted = Object.fromEntries(Object.entries(corpus).map(([name, [, fault]]) => [name, fault]));
    expect(found).toEqual(wanted);
  }, 120_000);

  it('uses little memory even when it declares a large size', async () => {
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 5; n += 1) await examined(hugePng(60_000, 60_000), 'image/png');
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('is reported as gone when it is missing', async () => {
    const key = await kept.files.store(await video('gone'), 'video/mp4');
    await kept.files.remove(key);
    expect(await kept.files.examine(key)).toEqual({ fault: 'FILE_GONE', sha256: null });
  });
});

describe('a stored picture', () => {
  const refusalOf = async (bytes: Buffer) => await kept.files.storePicture(bytes, 'cover').catch((error: unknown) => error);

  it('is encoded again from its pixels, so that nothing else survives', async () => {
    const hidden = Buffer.from('<script>alert(1)</script>');
    const withComment = await sharp(await picture('x'))
      .withExif({ IFD0: { ImageDescription: hidden.toString() } })
      .jpeg()
      .toBuffer();
    expect(withComment.includes(hidden)).toBe(true);
    const key = await kept.files.storePicture(Buffer.concat([withComment, hidden]), 'cover');
    const chunks: Buffer[] = [];
    for await (const chunk of kept.files.open(key)) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).includes(hidden)).toBe(false);
  });

  it('is scaled down when it is large', async () => {
    const large = await sharp({ create: { width: 4_000, height: 1_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const key = await kept.files.storePicture(large, 'cover');
    expect(await sharp(path.join(folder, key)).metadata()).toMatchObject({ width: 1_920, height: 480, format: 'jpeg' });
  });

  it('is refused at its field when it cannot be read', async () => {
    const refused = [
      html,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      (await picture('y')).subarray(0, 500),
      hugePng(60_000, 60_000),
    ];
    for (const bytes of refused) {
      const refusal = await refusalOf(bytes);
      expect(refusal).toBeInstanceOf(Refusal);
      expect((refusal as Refusal).faults).toMatchObject([{ field: 'cover' }]);
    }
    expect(await refusalOf(Buffer.alloc(6 * 1024 * 1024))).toMatchObject({ reason: 'FILE_TOO_LARGE', data: { max: '5 MiB' } });
  });
});

describe('a signed address', () => {
  const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

  it('serves the file with its type and without anything executable', async () => {
    const bytes = await video('served');
    const { url, expires_at } = kept.files.address(await kept.files.store(bytes, 'video/mp4'), clock.now());
    const answer = await get(url);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, max-age=7200, immutable',
    });
    expect(expires_at.getTime() - clock.now().getTime()).toBeGreaterThan(100 * 60_000);
    expect((await app.inject({ method: 'HEAD', url })).headers['content-length']).toBe(String(bytes.length));
  });

  it('serves parts of the file', async () => {
    const bytes = await video('parts');
    const { url } = kept.files.address(await kept.files.store(bytes, 'video/mp4'), clock.now());
    const part = await get(url, { range: 'bytes=10-19' });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(bytes.subarray(10, 20))]).toEqual([
      206,
      `bytes 10-19/${bytes.length}`,
      true,
    ]);
    expect((await get(url, { range: `bytes=${bytes.length}-` })).statusCode).toBe(416);
  });

  it('is valid only for the signed file, name and time', async () => {
    const key = await kept.files.store(await video('one'), 'video/mp4');
    const other = await kept.files.store(await video('other'), 'video/mp4');
    const { url } = kept.files.address(key, clock.now(), { download: '剧目 "1".mp4' });
    expect((await get(url)).headers['content-disposition']).toBe(
      `attachment; filename="_1_.mp4"; filename*=UTF-8''%E5%89%A7%E7%9B%AE%20%221%22.mp4`,
    );
    const asked = new URL(url, 'http://x');
    const changed = [
      url.replace(key, other),
      url.replace(/expires=\d+/, (text) => `expires=${Number(text.slice(8)) + 600}`),
      url.replace(/name=[^&]+/, 'name=evil.html'),
      url.replace(/signature=./, (text) => (text.endsWith('_') ? 'signature=A' : 'signature=_')),
      `${asked.pathname}?expires=${asked.searchParams.get('expires')}`,
      `${url}&signature=x`,
      `${url}&more=1`,
      asked.pathname,
      '/api/files/..%2f..%2f..%2fetc%2fpasswd',
      `/api/files/${key}%00.html${asked.search}`,
      openFiles({ clock, folder, signingKey: randomBytes(32) }).files.address(key, clock.now()).url,
    ];
    for (const address of changed) expect([address, (await get(address)).statusCode]).toEqual([address, 404]);
    clock.forward({ hours: 2, ms: 1 });
    expect((await get(url)).statusCode).toBe(404);
  });

  it('stays the same for a while, so that browsers can cache', async () => {
    const key = await kept.files.store(await video('same'), 'video/mp4');
    const now = new Date('2026-11-20T08:00:00.000Z');
    expect(kept.files.address(key, new Date(now.getTime() + 60_000)).url).toBe(kept.files.address(key, now).url);
  });

  it('exists for stored files only', () => {
    for (const key of ['../secret', '/etc/passwd', 'materials/ab/../../x.mp4', 'materials/ab/x.html', '']) {
      expect(() => kept.files.address(key, clock.now())).toThrow();
    }
  });
});

it('parses byte ranges', () => {
  const of = (header: string) => parseRange(header, 100);
  expect([of('bytes=0-9'), of('bytes=90-'), of('bytes=-10'), of('bytes=-200'), of('bytes=0-999')]).toEqual([
    { start: 0, end: 9 },
    { start: 90, end: 99 },
    { start: 90, end: 99 },
    { start: 0, end: 99 },
    { start: 0, end: 99 },
  ]);
  expect([of('bytes=100-'), of('bytes=-0'), of('bytes=9-1'), of('bytes=0-1,5-6'), of('items=0-1'), of('bytes=-')]).toEqual([
    'outside',
    'outside',
    'none',
    'none',
    'none',
    'none',
  ]);
});

it('leaves no partial file behind', async () => {
  const ids = ['0f8fad5b-d9cb-469f-a165-70867728950e'] as const;
  await kept.files.uploads.begin(ids[0]);
  expect(await kept.files.uploads.received(ids[0])).toBe(0);
  await expect(kept.files.uploads.begin('../../escape')).rejects.toThrow();
  await kept.files.uploads.discard(ids[0]);
  expect(await kept.files.uploads.received(ids[0])).toBeUndefined();
  expect(readdirSync(path.join(folder, 'aside'))).toEqual([]);
});
