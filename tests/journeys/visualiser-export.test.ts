import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '#tests/support/browser.ts';
import { visualiserDir } from '#tests/support/console-server.ts';
import { sampled } from '#tests/support/depth.ts';
import { findMachines } from '#tests/support/find-machines.ts';
import { toPng, toSvg } from '#visualiser/export/pictures.ts';
import { computeLayout } from '#visualiser/layout/compute-layout.ts';
import { buildChart } from '#visualiser/model/build-chart.ts';
import type { Layout } from '#visualiser/model/chart.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';

let page: Page;

beforeAll(async () => {
  page = await (await sharedBrowser()).newPage();
});
afterAll(async () => {
  await page?.context().close();
});

interface Picture {
  type: string;
  width: number;
  height: number;
  /** Red, green, blue of the left upper corner. */
  corner: number[];
  colours: number;
}

/** The PNG that the browser makes of an SVG, decoded by the browser itself. */
const pictureOf = (svg: string, scale?: number): Promise<Picture> =>
  page.evaluate(`(async () => {
    const file = await (${toPng.toString()})(...${JSON.stringify([svg, ...(scale === undefined ? [] : [scale])])});
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d');
    pen.drawImage(picture, 0, 0);
    const pixels = new Uint32Array(pen.getImageData(0, 0, width, Math.min(height, 400)).data.buffer);
    const corner = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return { type: file.type, width, height, corner, colours: new Set(pixels).size };
  })()`);

const machines = await findMachines();
/** The built visualiser has a layout of each machine. */
const gallery: Gallery = JSON.parse(readFileSync(path.join(visualiserDir, 'gallery.json'), 'utf8'));

async function drawingOf(name: string, theme: 'light' | 'dark') {
  const machine = machines.find((one) => one.machine.id === name)?.machine;
  if (!machine) throw new Error(`there is no machine ${name}`);
  const chart = buildChart(machine);
  const layout = await computeLayout(chart);
  return { svg: toSvg(chart, layout, theme), layout };
}

describe('a drawing as a picture', () => {
  it('is twice as large as it stands on the screen, in the colours of its theme', async () => {
    const { svg, layout } = await drawingOf('theme', 'light');
    const light = await pictureOf(svg);
    expect(light.type).toBe('image/png');
    expect(Math.abs(light.width - 2 * layout.width)).toBeLessThanOrEqual(2);
    expect(Math.abs(light.height - 2 * layout.height)).toBeLessThanOrEqual(2);
    expect(light.corner).toEqual([255, 255, 255]);
    expect(light.colours).toBeGreaterThan(20);
    const dark = await pictureOf((await drawingOf('theme', 'dark')).svg, 1);
    expect(Math.abs(dark.width - layout.width)).toBeLessThanOrEqual(1);
    expect(Math.max(...dark.corner)).toBeLessThan(64);
  });

  it('is as large as a browser can make it where that is not enough', async () => {
    const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="100"><rect width="20000" height="100" fill="red"/></svg>';
    expect(await pictureOf(wide)).toMatchObject({ width: 16_384, height: 81, corner: [255, 0, 0] });
  });

  it('is none where there is no drawing', async () => {
    await expect(pictureOf('no drawing')).rejects.toThrow(/decode/);
  });

  it('is read by a browser, of whatever machine', async () => {
    for (const { key, chart } of sampled(gallery.machines, 16)) {
      const layout: Layout = JSON.parse(readFileSync(path.join(visualiserDir, `layouts/${key}.json`), 'utf8'));
      const { width } = await pictureOf(toSvg(chart, layout, 'dark'), 0.25);
      expect(width, key).toBeGreaterThan(10);
    }
  });
});
