import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture } from '#server/seed/sample-media.ts';
import { createSheetFile } from '#tests/support/archives.ts';
import { batchOn } from '#tests/support/batch-controls.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { openSampleFolder, type SampleFolder } from '#tests/support/sample-files.ts';
import { readDownloadedSheets } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import { queueOn } from '#tests/support/upload-controls.ts';

const stage = journeyStage();
let folder: SampleFolder;

beforeAll(() => {
  folder = openSampleFolder();
});
afterAll(() => folder.remove());

const card = (page: Page) => page.getByRole('listitem', { name: 'shelf', exact: true });

describe('products', () => {
  it('are written down one by one with a picture, and many by a sheet whose faulty rows are told', async () => {
    const { page, faults } = await stage.visitorAs('admin', '/advertising/upload-ec?tab=products', { width: 1800 });
    const controls = controlsOf(page);
    const site = await stage.server().db.selectFrom('site').select(['name', 'domain']).where('biz', '=', 'ec').executeTakeFirstOrThrow();
    await page.getByRole('button', { name: '新建商品' }).first().click();
    await controls.field('货号').fill('LAMP-1');
    await controls.field('名称').fill('夜灯');
    await controls.choose('站点', site.name);
    await controls.field('价格').fill('19.999');
    await controls.choose('币种', 'USD');
    await controls.field('链接').fill('https://elsewhere.test/lamp');
    await controls.press('创建');
    await expect.poll(async () => (await controls.faults()).length).toBeGreaterThan(0);
    await controls.field('价格').fill('19.99');
    await controls.press('创建');
    await expect.poll(async () => (await controls.faults()).length).toBe(1);
    await controls.field('链接').fill(`https://${site.domain}/lamp`);
    const picture = folder.write('lamp.jpg', (await samplePicture({ code: 'lamp', ratio: '1:1' })).bytes);
    await controls.layer.getByLabel('选择图片').first().setInputFiles(picture);
    await controls.press('创建');
    await controls.closed();
    await controls.row('夜灯').waitFor();
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('dialog', { name: '列设置' }).getByRole('checkbox', { name: '封面' }).check();
    await page.keyboard.press('Escape');
    const cover = controls.row('夜灯').locator('img');
    await expect.poll(() => cover.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);

    await page.getByRole('button', { name: '导入', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '导入商品' });
    const [template] = await Promise.all([page.waitForEvent('download'), drawer.getByRole('button', { name: '下载模板' }).click()]);
    const [[titles = []] = []] = await readDownloadedSheets(template);
    const row = (sku: string, { price = '9.90', currency = 'USD', url = `https://${site.domain}/${sku}` } = {}) => [
      sku,
      `商品 ${sku}`,
      site.domain,
      price,
      currency,
      url,
      '',
    ];
    const rows = [
      titles,
      row('SHEET-1'),
      row('SHEET-2', { price: 'free' }),
      row('SHEET-3', { currency: 'XXX' }),
      row('SHEET-4', { url: 'https://elsewhere.test/x' }),
      row('LAMP-1'),
      row('SHEET-1'),
      row('SHEET-5', { currency: 'JPY', price: '990' }),
    ];
    await drawer.locator('input[type=file]').setInputFiles({
      name: '商品.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: createSheetFile(rows),
    });
    await drawer.getByText('可导入 2 行，有错误 5 行').waitFor();
    for (const said of [
      '「free」不是大于 0 的价格',
      '没有币种「XXX」',
      `链接必须在站点的域名 ${site.domain} 上`,
      '货号「LAMP-1」已存在',
      '与第 2 行的货号相同',
    ])
      await drawer.getByText(said).waitFor();
    await drawer.getByRole('button', { name: '导入 2 行' }).click();
    const batch = batchOn(page, '导入商品');
    await batch.ended('成功 2', '失败 5');
    await batch.close();
    await controls.row('SHEET-1').waitFor();
    await controls.row('SHEET-5').waitFor();
    expect(
      await stage.server().db.selectFrom('product').select(['sku', 'price']).where('sku', 'like', 'SHEET-%').orderBy('sku').execute(),
    ).toEqual([
      { sku: 'SHEET-1', price: 990 },
      { sku: 'SHEET-5', price: 990 },
    ]);
    expect(faults).toEqual([]);
  });

  it('have pictures of their own: uploaded beside them and found by the product', async () => {
    const { page, faults } = await stage.visitorAs('opt_ec', '/advertising/upload-ec');
    const { name } = await stage.server().db.selectFrom('product').select('name').where('status', '=', 'on').executeTakeFirstOrThrow();
    const queue = queueOn(page);
    await page.getByRole('button', { name: '上传', exact: true }).first().click();
    await queue.choose(folder.write('shelf.jpg', (await samplePicture({ code: 'shelf', ratio: '1:1' })).bytes));
    await queue.describe(name, '英语', '商品');
    await queue.start();
    await expect.poll(() => queue.state('shelf.jpg')).toBe('完成');
    await card(page).getByText(name).waitFor();
    await controlsOf(page).filter('商品', name);
    await page.waitForURL(/product_id=\d+/);
    await card(page).waitFor();
    expect(faults).toEqual([]);
  });
});
