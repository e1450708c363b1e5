import { beforeAll, describe, expect, it } from 'vitest';
import { cutHeads } from '#tests/support/axe-screens.ts';
import { expectWithinFrame, pathOf, rowsOf, searchOf, settled } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

describe('drama evaluation', () => {
  it('shows how a round scored, leads to its days in the performance, and takes the decision', async () => {
    const { page, open, faults } = await stage.visitorAs('lead_a', '/analyse/evaluate?state=waiting', { width: 1800 });
    const waiting = rowsOf(page).filter({ hasText: '夜雨十年灯' });
    await waiting.waitFor();
    await page.getByRole('navigation').getByText('短剧评估').first().waitFor();
    expect(await cutHeads(page)).toEqual([]);
    await waiting.locator('.ads-name').first().click();
    const drawer = page.getByRole('dialog', { name: '夜雨十年灯 第 1 轮' });
    await drawer.getByRole('region', { name: '评分构成' }).locator('svg').first().waitFor();
    await drawer.getByRole('table', { name: '每日数据' }).getByText('2026-11-13').first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await waiting.getByText('更多').click();
    await page.getByRole('menuitem', { name: '短剧表现' }).click();
    await expect.poll(() => pathOf(page)).toBe('/analyse/effect');
    expect([searchOf(page).get('date_from'), searchOf(page).get('date_to')]).toEqual(['2026-11-12', '2026-11-19']);
    await open('/analyse/evaluate?state=waiting');
    await waiting.getByRole('button', { name: /^决策/ }).click();
    const dialog = page.getByRole('dialog', { name: '决策：夜雨十年灯 第 1 轮' });
    await dialog.getByRole('button', { name: '放量' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open('/analyse/evaluate?state=decided');
    await rowsOf(page).filter({ hasText: '夜雨十年灯' }).getByText('已决策', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows every head in English, and is never wider than the frame of the console', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', '/analyse/evaluate', { width: 2400, english: true });
    await rowsOf(page).first().waitFor();
    expect(await cutHeads(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await settled(page);
    await expectWithinFrame(page, 390);
    expect(faults).toEqual([]);
  });
});
