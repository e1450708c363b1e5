import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSource } from '#visualiser/adapter/machine-source.ts';
import { fromMachineJson } from '#visualiser/export/machine-json.ts';
import { toMermaid } from '#visualiser/export/mermaid.ts';
import { toSvg } from '#visualiser/export/pictures.ts';
import { mediaPlayer } from '#visualiser/fixtures/media-player.ts';
import { otherProject } from '#visualiser/fixtures/source.ts';
import { buildChart } from '#visualiser/model/build-chart.ts';
import type { Layout } from '#visualiser/model/chart.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';
import { writeGallery } from './write-gallery.ts';
import { writeSite } from './write-site.ts';

let folder: string;
const at = (...parts: string[]) => path.join(folder, ...parts);
const text = (...parts: string[]) => readFileSync(at(...parts), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The smallest built page. */
function built(): string {
  mkdirSync(at('built/static'), { recursive: true });
  mkdirSync(at('built/layouts'));
  for (const name of ['index.html', 'static/index.js', 'gallery.json', 'gallery.json.br', 'layouts/ours.json', 'coverage.json']) {
    writeFileSync(at('built', name), name.endsWith('.html') ? '<title>x</title><script src="static/index.js"></script>' : 'ours');
  }
  return at('built');
}

describe('the gallery of another project', () => {
  it('is that of the machines it hands out: their charts, layouts, drawings, diagrams and JSON', async () => {
    expect(await writeSite(built(), at('site'), { source: otherProject })).toEqual({ count: 2, problems: [] });
    const gallery = JSON.parse(text('site/gallery.json')) as Gallery;
    expect(gallery.name).toBe('Another project');
    expect(gallery.machines.map(({ key, isLaidOut }) => [key, isLaidOut])).toEqual([
      ['checkout', true],
      ['media/player', true],
    ]);
    for (const { key, chart } of gallery.machines) {
      const layout = JSON.parse(text(`site/layouts/${key}.json`)) as Layout;
      const svg = toSvg(chart, layout, 'light');
      for (const state of chart.root.children) {
        expect(Object.keys(layout.states)).toContain(state.id);
        expect(svg).toContain(`>${state.key}</text>`);
        expect(toMermaid(chart)).toContain(state.key);
      }
    }
    const player = buildChart(fromMachineJson(text('site/machines/media/player.json'), mediaPlayer));
    expect(player).toEqual(buildChart(mediaPlayer));
    expect(JSON.stringify(player)).toContain('"history":"shallow"');
    expect(JSON.stringify(player)).toContain('"kind":"parallel"');
  });

  it('has the page, and nothing of what it shows of ours', async () => {
    await writeSite(built(), at('site'), { source: otherProject });
    expect(text('site/static/index.js')).toBe('ours');
    expect(readdirSync(at('site')).toSorted()).toEqual([
      'code.js',
      'examples.json',
      'files.js',
      'gallery.json',
      'index.html',
      'layouts',
      'machines',
      'static',
    ]);
    expect(readdirSync(at('site/layouts')).toSorted()).toEqual(['checkout.json', 'media']);
  });

  it('needs no server: the page has it in a script of the folder, before its own', async () => {
    await writeSite(built(), at('site'), { source: otherProject });
    expect(text('site/index.html')).toBe('<title>x</title><script src="files.js"></script><script src="static/index.js"></script>');
    const files = JSON.parse(text('site/files.js').replace(/^globalThis\.VISUALISER_FILES = (.*);\n$/, '$1')) as Record<string, string>;
    expect(Object.keys(files).toSorted()).toEqual([
      'examples.json',
      'gallery.json',
      'layouts/checkout.json',
      'layouts/media/player.json',
      'machines/checkout.json',
      'machines/media/player.json',
    ]);
    for (const [name, content] of Object.entries(files)) expect(content).toBe(text('site', name));
  });

  it('brings the code of its machines, so that they can be simulated', async () => {
    await writeSite(built(), at('site'), { source: otherProject });
    const page: { VISUALISER_MACHINES?: Record<string, () => Promise<typeof mediaPlayer>> } = {};
    runInNewContext(text('site/code.js'), page);
    expect(Object.keys(page.VISUALISER_MACHINES ?? {}).toSorted()).toEqual(['checkout', 'media/player']);
    expect((await page.VISUALISER_MACHINES?.['media/player']?.())?.id).toBe(mediaPlayer.id);
  });

  it('shows the coverage report that it is given, and no other', async () => {
    writeFileSync(at('report.json'), '{"format":"machine-coverage"}');
    await writeSite(built(), at('site'), { source: otherProject, coverage: at('report.json') });
    expect(text('site/coverage.json')).toContain('machine-coverage');
    expect(text('site/files.js')).toContain('coverage.json');
    await writeSite(at('built'), at('site'), { source: otherProject, coverage: at('none.json') });
    expect(existsSync(at('site/coverage.json'))).toBe(false);
  });

  it('is written anew into a folder of its own, and into no other', async () => {
    await writeSite(built(), at('site'), { source: otherProject });
    writeFileSync(at('site/layouts/old.json'), '{}');
    await writeSite(at('built'), at('site'), { source: otherProject });
    expect(existsSync(at('site/layouts/old.json'))).toBe(false);
    mkdirSync(at('photos'));
    writeFileSync(at('photos/one.jpg'), '');
    await expect(writeSite(at('built'), at('photos'), { source: otherProject })).rejects.toThrow(/photos is there already/);
    expect(readdirSync(at('photos'))).toEqual(['one.jpg']);
  });

  it('is not half written where there is no page', async () => {
    await expect(writeSite(at('nowhere'), at('site'), { source: otherProject })).rejects.toThrow(/nowhere/);
    expect(existsSync(at('site'))).toBe(false);
  });

  it.each([
    ['../up', /"\.\.\/up" is no key/],
    ['a/../../up', /is no key/],
    ['a//b', /is no key/],
    ['', /is no key/],
    ['twice', /"twice" is the key of two machines/],
  ])('knows machines by keys that are files below it: %j', async (key, fault) => {
    const source: MachineSource = {
      name: 'x',
      machines: async () => ['twice', key].map((one) => ({ key: one, at: one, machine: mediaPlayer })),
    };
    await expect(writeGallery(at('data'), { source })).rejects.toThrow(fault);
    expect(existsSync(at('data'))).toBe(false);
  });
});
