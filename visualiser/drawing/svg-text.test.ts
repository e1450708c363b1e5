// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { projectMachines } from '../adapter/project-machines.ts';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { layoutOf } from '../layout/layout-of.ts';
import { buildChart } from '../model/build-chart.ts';
import { drawingOf } from './drawing-of.ts';
import { svgText } from './svg-text.ts';

/** What is wrong with a text as XML; undefined: nothing. */
function faultOf(text: string): string | undefined {
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  return read.querySelector('parsererror')?.textContent ?? undefined;
}

const svgOf = async (machine: Parameters<typeof buildChart>[0], theme: 'light' | 'dark' = 'light') => {
  const chart = buildChart(machine);
  return svgText(drawingOf(chart, await layoutOf(chart)), theme);
};

describe('a drawing as a file', { timeout: 60_000 }, () => {
  it.each(Object.entries({ ...constructs, checkout, mediaPlayer }))('of %s is sound XML, and what it was', async (name, machine) => {
    const text = await svgOf(machine);
    expect(faultOf(text)).toBeUndefined();
    await expect(text).toMatchFileSnapshot(`./snapshots/${name}.svg`);
  });

  it('notices XML that is not sound', async () => {
    const text = await svgOf(constructs.sequence);
    expect(faultOf(text.replace('</text>', ''))).toBeDefined();
    expect(faultOf(text.replace('<rect', '<rect "'))).toBeDefined();
  });

  it('writes names and descriptions as they are, whatever stands in them', async () => {
    const text = await svgOf(constructs.odd);
    expect(text).toContain('<desc>Named in Chinese: &lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;</desc>');
    expect(text).toContain('>状态</text>');
    expect(text).toContain('it&apos;s');
    const chart = { ...buildChart(constructs.alone), description: 'a\u0000b\u0008c\ud7ffd\n' };
    expect(svgText(drawingOf(chart, await layoutOf(chart)), 'light')).toContain('<desc>abc\ud7ffd\n</desc>');
  });

  it('stands alone: own colours for each theme, nothing to be fetched, nothing to be run', async () => {
    const light = await svgOf(checkout);
    const dark = await svgOf(checkout, 'dark');
    expect(dark).not.toBe(light);
    for (const text of [light, dark]) {
      expect(text).not.toMatch(/var\(|href|url\(|<script|<style|\son\w+=/);
      expect(text.replace('http://www.w3.org/2000/svg', '')).not.toContain('//');
    }
    // But for colours they are the same.
    const colourless = (text: string) => text.replaceAll(/#[0-9a-f]{6}/g, '#');
    expect(colourless(dark)).toBe(colourless(light));
  });

  it('of a machine of ours needs little room', async () => {
    const machines = await projectMachines.machines();
    const workspace = machines.find(({ key }) => key === 'workspace/workspace');
    expect(workspace && (await svgOf(workspace.machine)).length).toBeLessThan(120_000);
  });
});
