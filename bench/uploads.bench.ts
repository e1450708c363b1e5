import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleVideo } from '#server/seed/sample-media.ts';
import { DEMO_PASSWORD } from '#tests/support/app.ts';
import { callApi, signIn, spawnServer } from '#tests/support/server-process.ts';
import { ratio, row } from './stage.ts';

const MIB = 1024 * 1024;
const SIZE = 1024 * MIB;
const CHUNK = 8 * MIB;
/** The first upload warms up the server and is not counted. */
const WARM_SIZE = 64 * MIB;

const megabytes = (bytes: number) => (bytes / MIB).toFixed(0);
/** Resident memory of a process in bytes. */
const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

type Portion = (offset: number) => Uint8Array<ArrayBuffer>;

/** A valid video of the given size, portion by portion; the excess is in a box that readers skip. */
async function portions(code: string, size: number): Promise<{ at: Portion; sha256: string }> {
  const { bytes } = await sampleVideo({ code, ratio: '9:16', seconds: 2 });
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size - bytes.length);
  head.write('free', 4, 'latin1');
  const beginning = Buffer.concat([bytes, head]);
  const at = (offset: number) => {
    const portion = new Uint8Array(Math.min(CHUNK, size - offset)).fill(offset / CHUNK);
    if (offset === 0) portion.set(beginning);
    return portion;
  };
  const hash = createHash('sha256');
  for (let offset = 0; offset < size; offset += CHUNK) hash.update(at(offset));
  return { at, sha256: hash.digest('hex') };
}

/** Sends one portion after the other; returns milliseconds and the maximum memory of the server. */
async function send(url: string, pid: number, size: number, at: Portion, headers: Record<string, string>) {
  let most = 0;
  const began = performance.now();
  for (let offset = 0; offset < size; offset += CHUNK) {
    const answer = await fetch(url, { method: 'PATCH', headers: { ...headers, 'upload-offset': String(offset) }, body: at(offset) });
    if (answer.status >= 300) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    most = Math.max(most, memoryOf(pid));
  }
  return { ms: performance.now() - began, most };
}

async function openPlainCopy(file: string) {
  const program = path.join(path.dirname(fileURLToPath(import.meta.url)), 'uploads/plain-copy.process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())));
  return { url, pid: child.pid ?? 0, stop: () => child.kill() };
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'ads-bench-uploads-'));
const server = await spawnServer({ DATA_DIR: folder, SEED: 'demo' });
const plain = await openPlainCopy(path.join(folder, 'plain'));
try {
  const token = await signIn(server.url, 'edit_01', DEMO_PASSWORD);
  const one = async (call: string) => ((await callApi(server.url, call, {}, token)).data['list'] as { id: number }[])[0]?.id;
  const [drama_id, creator_user_id] = [await one('/material-dramas/simple_list'), await one('/sys-users/simple_list')];
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

  const upload = async (code: string, size: number) => {
    const { at, sha256 } = await portions(code, size);
    const meta = { biz: 'dj', drama_id, language: 'en', creator_user_id, visibility: 'dept', tags: [], title: code };
    const begun = await callApi(
      server.url,
      '/material-uploads/init',
      { filename: `${code}.mp4`, size, sha256, mime: 'video/mp4', meta },
      token,
    );
    const { upload_id, url } = begun.data as { upload_id: string; url: string };
    const sent = await send(`${server.url}${url}`, server.pid, size, at, headers);
    const began = performance.now();
    const finished = await callApi(server.url, '/material-uploads/finish', { upload_id }, token);
    let { most } = sent;
    for (let status = finished.data['status']; status === 'processing'; ) {
      most = Math.max(most, memoryOf(server.pid));
      await new Promise((resolve) => setTimeout(resolve, 100));
      status = (await callApi(server.url, '/material-uploads/finish', { upload_id }, token)).data['status'];
      if (status === 'failed') throw new Error(`${code} failed`);
    }
    return { ...sent, most, readMs: performance.now() - began };
  };

  const idle = memoryOf(server.pid);
  await upload('warm', WARM_SIZE);
  const copied = await portions('copied', SIZE);
  const plainHeaders = { 'content-type': 'application/octet-stream' };
  await send(plain.url, plain.pid, WARM_SIZE, copied.at, plainHeaders);
  const copy = await send(plain.url, plain.pid, SIZE, copied.at, plainHeaders);
  const large = await upload('large', SIZE);
  row(`plain copy of ${megabytes(SIZE)} MiB in portions of 8 MiB`, `${megabytes((SIZE / copy.ms) * 1_000)} MiB/s`);
  row('the same as an upload', `${megabytes((SIZE / large.ms) * 1_000)} MiB/s, ${ratio(large.ms, copy.ms)} of its time`);
  row('hash compared and film read afterwards', `${(large.readMs / 1_000).toFixed(1)} s`);
  row('memory of the server grows by', `${megabytes(large.most - idle)} MiB at most, from when it had uploaded nothing`);
} finally {
  plain.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
