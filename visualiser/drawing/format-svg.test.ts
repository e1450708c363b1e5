// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { projectMachines } from '#tools/visualiser/project-machines.ts';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { computeLayout } from '../layout/compute-layout.ts';
import { buildChart } from '../model/build-chart.ts';
import { buildDrawing } from './build-drawing.ts';
import { formatSvg } from './format-svg.ts';

/** The parse error of a text that is not valid XML. */
function findXmlFault(text: string): string | undefined {
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  return read.querySelector('parsererror')?.textContent ?? undefined;
}

const toSvg = async (machine: Parameters<typeof buildChart>[0], theme: 'light' | 'dark' = 'light') => {
  const chart = buildChart(machine);
  return formatSvg(buildDrawing(chart, await computeLayout(chart)), theme);
};

describe('a drawing as an SVG file', { timeout: 60_000 }, () => {
  it.each(Object.entries({ ...constructs, checkout, mediaPlayer }))(
    'of %s is valid XML and matches its snapshot',
    async (name, machine) => {
      const text = await toSvg(machine);
      expect(findXmlFault(text)).toBeUndefined();
      await expect(text).toMatchFileSnapshot(`./snapshots/${name}.svg`);
    },
  );

  it('is checked by a test that detects invalid XML', async () => {
    const text = await toSvg(constructs.sequence);
    expect(findXmlFault(text.replace('</text>', ''))).toBeDefined();
    expect(findXmlFault(text.replace('<rect', '<rect "'))).toBeDefined();
  });

  it('escapes names and descriptions', async () => {
    const text = await toSvg(constructs.odd);
    expect(text).toContain('<desc>Named in Chinese: &lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;</desc>');
    expect(text).toContain('>状态</text>');
    expect(text).toContain('it&apos;s');
    const chart = { ...buildChart(constructs.alone), description: 'a\u0000b\u0008c\ud7ffd\n' };
    expect(formatSvg(buildDrawing(chart, await computeLayout(chart)), 'light')).toContain('<desc>abc\ud7ffd\n</desc>');
  });

  it('is self-contained: theme colours inline, nothing to load, nothing to execute', async () => {
    const light = await toSvg(checkout);
    const dark = await toSvg(checkout, 'dark');
    expect(dark).not.toBe(light);
    for (const text of [light, dark]) {
      expect(text).not.toMatch(/var\(|href|url\(|<script|<style|\son\w+=/);
      expect(text.replace('http://www.w3.org/2000/svg', '')).not.toContain('//');
    }
    // Apart from colours they are equal.
    const withoutColours = (text: string) => text.replaceAll(/#[0-9a-f]{6}/g, '#');
    expect(withoutColours(dark)).toBe(withoutColours(light));
  });

  it('stays small for our largest machine', async () => {
    const machines = await projectMachines.machines();
    const workspace = machines.find(({ key }) => key === 'workspace/workspace');
    expect(workspace && (await toSvg(workspace.machine)).length).toBeLessThan(120_000);
  });
});
