import { describe, expect, it } from 'vitest';
import {
  drawing,
  expectView,
  focused,
  hashOf,
  heading,
  label,
  panel,
  SESSION,
  stage,
  state,
  THEME,
  view,
  waitForDrawing,
} from '#tests/support/visualiser-controls.ts';
import { visualiserStage } from '#tests/support/visualiser-stage.ts';

const { reader } = visualiserStage();

describe('what is selected', () => {
  it('is told of in the panel, stands in the address, and leads on', async () => {
    const { page } = await reader(THEME);
    await state(page, 'dark').click();
    await expect.poll(() => panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('dark');
    expect(await hashOf(page)).toBe(`${THEME}?at=theme.dark`);
    expect(await state(page, 'dark').getAttribute('aria-pressed')).toBe('true');
    const leaving = panel(page).getByRole('heading', { name: 'Outgoing transitions' }).locator('..');
    expect(await leaving.getByRole('listitem').allTextContents()).toEqual([
      'theme.toggled → lightstoreTheme(isDark: false)',
      'theme.changedElsewhere [isDark] → light',
    ]);
    await leaving.getByRole('link', { name: 'theme.changedElsewhere' }).click();
    await expect.poll(() => panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('theme.changedElsewhere');
    expect(await panel(page).textContent()).toContain('isDark');
    await panel(page).getByRole('link', { name: 'light' }).click();
    await expect.poll(() => hashOf(page)).toBe(`${THEME}?at=theme.light`);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('dark');
    await page.keyboard.press('Escape');
    await stage(page).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => hashOf(page)).toBe(THEME);
    expect(await panel(page).getByRole('heading', { level: 2 }).textContent()).toBe('theme');
  });

  it('is brought into sight by a link to it', async () => {
    const { page } = await reader(`${SESSION}?at=session.ended`);
    await waitForDrawing(page);
    const ended = state(page, 'ended');
    expect(await ended.getAttribute('aria-pressed')).toBe('true');
    const room = await stage(page).boundingBox();
    await expect
      .poll(async () => {
        const box = await ended.boundingBox();
        return box && room && box.y > room.y && box.y + box.height < room.y + room.height;
      })
      .toBe(true);
  });

  it('shows which machines a machine starts, and which start it', async () => {
    const { page } = await reader(THEME);
    const users = panel(page).getByRole('heading', { name: 'Machines that invoke it' }).locator('..');
    expect(await users.getByRole('link').allTextContents()).toEqual(['console', 'contractCatalogue', 'visualiser']);
    await users.getByRole('link', { name: 'visualiser' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('visualiser');
    const started = panel(page).getByRole('heading', { name: 'Invoked actors' }).locator('..');
    await started.getByRole('link', { name: 'locale' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('locale');
    await page.goBack();
    await expect.poll(() => heading(page).textContent()).toBe('visualiser');
  });
});

describe('folding', () => {
  it('hides what a state holds, keeps the state where it was, stands in the address, and can be undone', async () => {
    const { page, faults, requests } = await reader(SESSION);
    await state(page, 'remembering').waitFor();
    await waitForDrawing(page);
    const before = await state(page, 'signedIn').boundingBox();
    await drawing(page).getByRole('button', { name: 'Collapse signedIn' }).click();
    await state(page, 'remembering').waitFor({ state: 'detached' });
    expect(await hashOf(page)).toBe(`${SESSION}?folded=session.signedIn`);
    const distance = async () => {
      const after = await state(page, 'signedIn').boundingBox();
      return Math.hypot((after?.x ?? 0) - (before?.x ?? 99), (after?.y ?? 0) - (before?.y ?? 99));
    };
    await expect.poll(distance).toBeLessThan(2);
    await page.reload();
    await state(page, 'signedIn').waitFor();
    expect(await state(page, 'remembering').count()).toBe(0);
    // From the outline as well, where a link into it opens it.
    await panel(page).getByRole('button', { name: 'Expand signedIn' }).click();
    await state(page, 'remembering').waitFor();
    await page.getByRole('button', { name: 'Collapse', exact: true }).click();
    await state(page, 'remembering').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    await state(page, 'remembering').waitFor();
    expect(await hashOf(page)).toBe(SESSION);
    expect(faults).toEqual([]);
    expect(requests.filter(({ path: asked }) => asked.includes('://'))).toEqual([]);
  });

  it('gives way to a link to what is hidden', async () => {
    const { page } = await reader(`${SESSION}?at=session.starting&folded=session.signedIn`);
    await state(page, 'starting').waitFor();
    await panel(page).getByRole('link', { name: 'signedIn' }).first().click();
    await expect.poll(() => hashOf(page)).toContain('folded=session.signedIn');
    const first = panel(page).getByRole('heading', { name: 'Initial state' }).locator('..');
    await first.getByRole('link').click();
    await state(page, 'remembering').waitFor();
    expect(await hashOf(page)).toBe(`${SESSION}?at=session.signedIn.remembering`);
  });
});

describe('the drawing', () => {
  it('is moved and zoomed by keys', async () => {
    const { page } = await reader(THEME);
    await waitForDrawing(page);
    await stage(page).focus();
    const begin = await view(page);
    expect(begin.scale).toBe(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expectView(page, { x: begin.x - 64, y: begin.y - 64 });
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expectView(page, { scale: 1.5625 });
    await page.getByRole('button', { name: '156%' }).waitFor();
    await page.keyboard.press('-');
    await expectView(page, { scale: 1.25 });
    // The map stands beside it, and goes with the fit.
    await page.locator('.ads-vis-map').waitFor();
    await page.keyboard.press('f');
    await expectView(page, begin);
    await page.locator('.ads-vis-map').waitFor({ state: 'detached' });
    await page.keyboard.press('+');
    await page.keyboard.press('0');
    await expectView(page, { scale: 1 });
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('f');
    await expectView(page, begin);
    await page.keyboard.press(' ');
    await expect.poll(async () => (await view(page)).y).toBeLessThan(begin.y - 300);
  });

  it('is zoomed by its buttons', async () => {
    const { page } = await reader(THEME);
    await waitForDrawing(page);
    const begin = await view(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expectView(page, { scale: 1.25 });
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expectView(page, { scale: 0.8 });
    await page.getByTitle('Actual size').click();
    await expectView(page, { scale: 1 });
    await page.getByRole('button', { name: 'Fit' }).click();
    await expectView(page, begin);
  });

  it('is dragged without selecting anything, moved by the wheel, and zoomed by it around the pointer', async () => {
    const { page } = await reader(THEME);
    await waitForDrawing(page);
    const begin = await view(page);
    const box = await state(page, 'dark').boundingBox();
    if (!box) throw new Error('the state is not there');
    const [x, y] = [box.x + box.width / 2, box.y + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 5 });
    await page.mouse.up();
    const dragged = { x: begin.x + 60, y: begin.y + 40 };
    await expectView(page, dragged);
    expect(await hashOf(page)).toBe(THEME);
    await page.mouse.wheel(0, 100);
    await expectView(page, { y: dragged.y - 100 });
    await page.mouse.wheel(0, -100);
    await expectView(page, dragged);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await expectView(page, { scale: Math.exp(0.5) });
    // The state that was below the pointer still is.
    const zoomed = await state(page, 'dark').boundingBox();
    expect(zoomed && zoomed.x < x + 60 && zoomed.x + zoomed.width > x + 60 && zoomed.y < y + 40).toBe(true);
    await page.mouse.click(x + 60, y + 40);
    await expect.poll(() => hashOf(page)).toBe(`${THEME}?at=theme.dark`);
  });

  it('is zoomed by two fingers', async () => {
    const { page } = await reader(THEME);
    await waitForDrawing(page);
    const room = await stage(page).boundingBox();
    const [x, y] = [(room?.x ?? 0) + 300, (room?.y ?? 0) + 300];
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: x + side * spread, y, id })),
      });
    await touch('touchStart', 50);
    for (const spread of [60, 75, 100]) await touch('touchMove', spread);
    await touch('touchEnd', 0);
    await expectView(page, { scale: 2 });
  });

  it('is read state by state with the keyboard, and what stands outside comes into sight', async () => {
    const { page } = await reader(SESSION);
    await waitForDrawing(page);
    await stage(page).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('session, compound state');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Collapse session');
    await page.keyboard.press('End');
    const room = await stage(page).boundingBox();
    const isInSight = async () => {
      const box = await drawing(page).locator(':focus').boundingBox();
      return box && room && box.y >= room.y && box.y + box.height <= room.y + room.height;
    };
    await expect.poll(isInSight).toBe(true);
    expect(await stage(page).evaluate((element) => [element.scrollTop, element.scrollLeft])).toEqual([0, 0]);
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).toContain('?at=session.');
  });

  it('tells who does not see it what its transitions are', async () => {
    const { page } = await reader(THEME);
    expect(await label(page, 'theme.changedElsewhere').first().getAttribute('aria-label')).toBe(
      'theme.changedElsewhere [isDark], light → dark',
    );
  });
});
