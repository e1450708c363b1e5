import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture, sampleVideo } from '#server/seed/sample-media.ts';
import { attemptName } from '#tests/support/attempt-name.ts';
import { openCuttingProxy } from '#tests/support/cutting-proxy.ts';
import { largeVideo, openSampleFolder, type SampleFolder } from '#tests/support/sample-files.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import { gatePortions, queueOn } from '#tests/support/upload-controls.ts';

const MIB = 1024 * 1024;
/** What one request brings; so much arrived when a portion was answered. */
const PORTION = 2 * MIB;
const PAGE = '/material/upload';
/** Before the last of the attempts to send a portion. */
const LONGEST_PAUSE_MS = 6_000;

const stage = journeyStage({ config: { limits: { uploadChunk: PORTION } } });
let folder: SampleFolder;

beforeAll(() => {
  folder = openSampleFolder();
});
afterAll(() => folder.remove());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const materialsCalled = (title: string) =>
  stage.server().db.selectFrom('material').select(['status', 'sha256', 'size_bytes']).where('title', '=', title).execute();
const uploadsOf = (filename: string) =>
  stage.server().db.selectFrom('material_upload').select(['id', 'status']).where('filename', '=', filename).orderBy('created_at').execute();

/** A video of three portions; no other one has its hash. */
async function threePortions(base: string) {
  const name = attemptName(base);
  const bytes = await largeVideo(name, 3 * PORTION - MIB);
  const file = `${name}.mp4`;
  return { name, file, bytes, path: folder.write(file, bytes) };
}

/** A page whose upload has one portion there and stands still before the second. */
async function halfway(page: Page, base: string) {
  const { name, file, bytes, path } = await threePortions(base);
  const gate = await gatePortions(page, { through: 1 });
  const queue = queueOn(page);
  await queue.choose(path);
  await queue.describe('离婚后她惊艳全城', '英语');
  await queue.start();
  await expect.poll(() => gate.offsets).toEqual([0, PORTION]);
  await expect.poll(() => queue.state(file)).toBe('上传中');
  return { name, file, bytes, path, gate, queue };
}

const isThereOnce = async (name: string, bytes: Buffer) =>
  expect(await materialsCalled(name)).toEqual([{ status: 'ready', sha256: sha256(bytes), size_bytes: bytes.length }]);

describe('several files', () => {
  it('are chosen and described within a narrow window', async () => {
    const { page, faults } = await stage.visitorAs('edit_01', PAGE, { width: 390 });
    const panel = page.getByRole('region', { name: '上传队列', exact: true });
    await panel.getByRole('button', { name: '选择文件', exact: true }).waitFor();
    const controls = [...(await panel.getByRole('button').all()), ...(await panel.getByRole('combobox').all())];
    const ends = await Promise.all(controls.map(async (control) => (await control.boundingBox()) ?? { x: 390, width: 1 }));
    expect(controls.length).toBeGreaterThan(4);
    expect(ends.filter(({ x, width }) => x + width > 390)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('become materials, but for those that cannot, and why is said beside each', async () => {
    const [portrait, square, picture] = await Promise.all([
      sampleVideo({ code: 'first', ratio: '9:16', seconds: 6 }),
      sampleVideo({ code: 'second', ratio: '1:1', seconds: 4 }),
      samplePicture({ code: 'third', ratio: '4:5' }),
    ]);
    const { page, faults } = await stage.visitorAs('edit_01', PAGE);
    let letPortraitArrive = () => {};
    const portraitMayArrive = new Promise<void>((resolve) => {
      letPortraitArrive = resolve;
    });
    await page.route('**/api/material-uploads/finish', async (route) => {
      const [upload] = await uploadsOf('portrait.mp4');
      if (route.request().postDataJSON().upload_id === upload?.id) await portraitMayArrive;
      await route.continue();
    });
    const queue = queueOn(page);
    await queue.choose(
      folder.write('portrait.mp4', portrait.bytes),
      folder.write('square.mp4', square.bytes),
      folder.write('poster.jpg', picture.bytes),
      folder.write('again.mp4', portrait.bytes),
      folder.write('script.exe', 'MZ'),
      folder.write('text.mp4', 'this is no video'),
      folder.write('empty.mp4', ''),
      folder.writeHollow('huge.mp4', 1024 * MIB + 1),
      folder.writeHollow('huge.png', 30 * MIB + 1),
    );
    // Those that cannot be sent by any rule are not counted.
    await page.getByRole('button', { name: '开始上传 5 个文件' }).click();
    await page.getByRole('group', { name: '所有文件共用的信息' }).getByText('请选择', { exact: false }).first().waitFor();
    await queue.describe('离婚后她惊艳全城', '英语');
    await queue.start();
    // The same file is not begun while the first of the two is still on its way.
    const ended = ['square.mp4', 'poster.jpg', 'text.mp4'];
    await expect.poll(() => Promise.all(ended.map((name) => queue.state(name)))).toEqual(['完成', '完成', '失败']);
    expect(await queue.state('again.mp4')).toBe('等待');
    letPortraitArrive();
    await expect
      .poll(() => queue.states())
      .toEqual({
        'portrait.mp4': '完成',
        'square.mp4': '完成',
        'poster.jpg': '完成',
        'again.mp4': '重复',
        'script.exe': '不能上传',
        'text.mp4': '失败',
        'empty.mp4': '不能上传',
        'huge.mp4': '不能上传',
        'huge.png': '不能上传',
      });
    expect(await queue.reason('again.mp4')).toContain('已有素材：portrait');
    expect(await queue.reason('script.exe')).toBe('只能上传 MP4、MOV、JPG、PNG');
    expect(await queue.reason('text.mp4')).toBe('文件类型不受支持');
    expect(await queue.reason('empty.mp4')).toBe('文件是空的');
    expect(await queue.reason('huge.mp4')).toBe('视频不能超过 1 GB');
    expect(await queue.reason('huge.png')).toBe('图片不能超过 30 MB');
    for (const [title, { bytes }] of Object.entries({ portrait, square, poster: picture })) await isThereOnce(title, bytes);
    expect(await materialsCalled('again')).toEqual([]);

    // What stands there already is found by the file that is the same.
    await queue.press('使用已有', 'again.mp4');
    await page.getByRole('button', { name: '预览“portrait”' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^预览“/ }).count()).toBe(1);
    await page.getByRole('button', { name: '清除已结束' }).click();
    await queue.table.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('are seen among the materials with their facts and a poster, and a video plays from where it is wanted', async () => {
    const { bytes } = await sampleVideo({ code: 'to be played', ratio: '9:16', seconds: 9 });
    const { page, open, faults } = await stage.visitorAs('edit_01', PAGE);
    const queue = queueOn(page);
    await queue.choose(folder.write('played.mp4', bytes));
    await queue.describe('离婚后她惊艳全城', '英语');
    await queue.start();
    await expect.poll(() => queue.state('played.mp4')).toBe('完成');

    await open('/advertising/video?keyword=played');
    const card = page.getByRole('button', { name: '预览“played”' });
    await card.waitFor();
    expect(await card.innerText()).toContain('9:16 · 0:09');
    await expect.poll(() => card.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0);

    const [answer] = await Promise.all([page.waitForResponse((one) => one.request().resourceType() === 'media'), card.click()]);
    expect(answer.status()).toBe(206);
    expect(new URL(answer.url()).search).not.toBe('');
    const dialog = page.getByRole('dialog', { name: 'played' });
    const video = dialog.locator('video');
    await expect
      .poll(() => video.evaluate((film: HTMLVideoElement) => [film.duration, film.videoWidth, film.videoHeight]))
      .toEqual([9, 576, 1024]);
    await video.evaluate((film: HTMLVideoElement) => {
      film.currentTime = 5;
    });
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThanOrEqual(5);
    expect(await dialog.getByText('576 × 1024').count()).toBe(1);
    expect(faults).toEqual([]);
  });
});

describe('a network that breaks', () => {
  it('again and again delays an upload, and repeats at most a portion for each cut', async () => {
    const { name, file, bytes, path } = await threePortions('cut');
    const proxy = await openCuttingProxy(stage.server().url, { cutEvery: Number.POSITIVE_INFINITY });
    const { page, faults } = await stage.visitorAs('edit_01', PAGE, { url: proxy.url });
    const queue = queueOn(page);
    await queue.choose(path);
    await queue.describe('离婚后她惊艳全城', '英语');
    const before = proxy.sent();
    proxy.cutEvery(1.5 * MIB);
    await queue.start();
    await expect.poll(() => queue.state(file)).toBe('完成');
    await isThereOnce(name, bytes);
    expect(proxy.cuts()).toBeGreaterThanOrEqual(3);
    expect(proxy.sent() - before).toBeLessThan(bytes.length + proxy.cuts() * PORTION + MIB);
    expect(faults).toEqual([]);
    await page.goto('about:blank');
    await proxy.close();
  });

  it('for long fails the file that was on its way and no other, and a retry sends only what is missing', async () => {
    const { name, file, bytes, path } = await threePortions('retried');
    const small = await sampleVideo({ code: 'small', ratio: '1:1', seconds: 2 });
    const { page, faults } = await stage.visitorAs('edit_01', PAGE, { clock: stage.server().clock, movesTime: true });
    const gate = await gatePortions(page, { through: 1, rest: 'cut', larger: MIB });
    const queue = queueOn(page);
    await queue.choose(path, folder.write('small.mp4', small.bytes));
    await queue.describe('离婚后她惊艳全城', '英语');
    await queue.start();
    await expect
      .poll(async () => {
        await page.clock.fastForward(LONGEST_PAUSE_MS);
        return await queue.states();
      })
      .toEqual({ [file]: '失败', 'small.mp4': '完成' });
    expect(await queue.reason(file)).toBe('多次尝试后仍未传到，请检查网络后重试');
    expect(new Set(gate.offsets)).toEqual(new Set([0, PORTION]));
    const sentBefore = gate.offsets.length;
    gate.open();
    await page.getByRole('button', { name: '重试失败的 1 个' }).click();
    await expect.poll(() => queue.state(file)).toBe('完成');
    expect(gate.offsets.slice(sentBefore)).toEqual([PORTION, 2 * PORTION]);
    await isThereOnce(name, bytes);
    expect(faults).toEqual([]);
  });
});

describe('an upload that stands halfway', () => {
  it('is asked about before the page is left, and goes on with the same file and no other once the page is loaded anew', async () => {
    const visitor = await stage.visitorAs('edit_01', PAGE);
    const { page } = visitor;
    const { name, file, bytes, path, gate } = await halfway(page, 'reloaded');
    await page.reload();
    expect(visitor.leaves).toHaveLength(1);
    const before = page.getByRole('listitem').filter({ hasText: file });
    await before.waitFor();
    expect(await before.innerText()).toContain('已传 2 MB / 5 MB');
    const goOn = page.locator('input[type=file]').and(page.getByLabel(`选择文件继续 ${file}`));

    await goOn.setInputFiles(folder.write('shorter.mp4', bytes.subarray(1)));
    await before.getByRole('alert').waitFor();
    expect(await before.getByRole('alert').innerText()).toBe('大小与之前的文件不同，请选择同一个文件');

    const queue = queueOn(page);
    const other = Buffer.from(bytes);
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
    await goOn.setInputFiles(folder.write('other.mp4', other));
    await expect.poll(() => queue.state('other.mp4')).toBe('不能上传');
    expect(await queue.reason('other.mp4')).toBe('不是之前的那个文件');

    gate.open();
    const sentBefore = gate.offsets.length;
    // What was refused is still open.
    await goOn.setInputFiles(path);
    await expect.poll(() => queue.state(file)).toBe('完成');
    await before.waitFor({ state: 'detached' });
    expect(gate.offsets.slice(sentBefore)).toEqual([PORTION, 2 * PORTION]);
    await isThereOnce(name, bytes);
    expect(visitor.faults).toEqual([]);
  });

  it('goes on after signing out and in again, and nobody else is offered it', async () => {
    const visitor = await stage.visitorAs('edit_01', PAGE);
    const { page } = visitor;
    const { name, file, bytes, path, gate } = await halfway(page, 'signed-out');
    await page.getByRole('button', { name: '许剪' }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.locator('.ads-login').waitFor();
    gate.open();

    await visitor.signIn('lead_b');
    await visitor.open(PAGE);
    await page.getByLabel('选择文件', { exact: true }).waitFor({ state: 'attached' });
    await expect.poll(() => visitor.calls.includes('/material-uploads/list')).toBe(true);
    expect(await page.getByText(file).count()).toBe(0);
    await page.getByRole('button', { name: '李青' }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.locator('.ads-login').waitFor();

    await visitor.signIn('edit_01');
    await visitor.open(PAGE);
    const sentBefore = gate.offsets.length;
    await page
      .locator('input[type=file]')
      .and(page.getByLabel(`选择文件继续 ${file}`))
      .setInputFiles(path);
    await expect.poll(() => queueOn(page).state(file)).toBe('完成');
    expect(gate.offsets.slice(sentBefore)).toEqual([PORTION, 2 * PORTION]);
    await isThereOnce(name, bytes);
    expect(visitor.faults).toEqual([]);
  });

  it('rests while it is paused and goes on from where it stood', async () => {
    const { page, faults } = await stage.visitorAs('edit_01', PAGE);
    const { name, file, bytes, gate, queue } = await halfway(page, 'paused');
    await queue.press('暂停', file);
    await expect.poll(() => queue.state(file)).toBe('已暂停');
    gate.open();
    expect(gate.offsets).toEqual([0, PORTION]);
    await queue.press('继续', file);
    await expect.poll(() => queue.state(file)).toBe('完成');
    expect(gate.offsets).toEqual([0, PORTION, PORTION, 2 * PORTION]);
    await isThereOnce(name, bytes);
    expect(faults).toEqual([]);
  });

  it('is given up where it is removed, and may be begun anew', async () => {
    const { page, faults } = await stage.visitorAs('edit_01', PAGE);
    const { name, file, path, gate, queue } = await halfway(page, 'removed');
    await queue.press('移除', file);
    await queue.table.waitFor({ state: 'detached' });
    await expect.poll(async () => (await uploadsOf(file)).map(({ status }) => status)).toEqual(['canceled']);
    expect(await materialsCalled(name)).toEqual([]);
    gate.open();
    const sentBefore = gate.offsets.length;
    await queue.choose(path);
    await queue.start();
    await expect.poll(() => queue.state(file)).toBe('完成');
    expect(gate.offsets.slice(sentBefore)[0]).toBe(0);
    expect((await uploadsOf(file)).map(({ status }) => status)).toEqual(['canceled', 'done']);
    expect(faults).toEqual([]);
  });
});
