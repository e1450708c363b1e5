import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { deep } from './depth.ts';

/** Half as long as the source that the package tells of itself, so that pages read it in half the time. */
const CHECKER = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Later rows and cards repeat the markup of earlier ones. */
const REPEATED = deep(['tbody > tr:nth-child(n+5)', '.ads-card:nth-child(n+5)', 'li:nth-child(n+9)'], []);
/** In what an open layer makes inert axe finds nothing, though looking there takes it most of the time. */
const LEFT_OUT = [...REPEATED, '[inert]'];

/** Looks at the whole page at first, and then at what came or changed since the last look, or at everything again. */
const lookedAt = async (page: Page, isWhole: boolean): Promise<string[]> => {
  const found = await page.evaluate(
    async ({ leftOut, isWhole: isEverything }) => {
      const checker = Reflect.get(window, 'axe') as typeof axe;
      // Elements that are still fading in have intermediate colours.
      const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ends.map(({ finished }) => finished));
      const known = Reflect.get(window, 'changedParts') as Set<Element> | undefined;
      const changed = [...(known ?? [])].filter((one) => one.isConnected);
      const outermost = changed.filter((one) => !changed.some((other) => other !== one && other.contains(one)));
      if (known) known.clear();
      else {
        const parts = new Set<Element>();
        Reflect.set(window, 'changedParts', parts);
        new MutationObserver((records) => {
          for (const { type, target, addedNodes, attributeName } of records) {
            for (const one of addedNodes) if (one instanceof Element) parts.add(one);
            const part = target instanceof Element ? target : target.parentElement;
            const isRoot = part === document.body || part === document.documentElement || part === document.head;
            // Layers come to the body, keep it from scrolling, and make the rest inert; nothing else of the page changes with them.
            const isOfLayers = type === 'attributes' ? attributeName === 'inert' || (isRoot && attributeName === 'style') : isRoot;
            if (part !== null && !isOfLayers && addedNodes.length === 0) parts.add(part);
          }
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }
      const include = isEverything || !known ? document : outermost;
      if (Array.isArray(include) && include.length === 0) return [];
      const exclude = leftOut.filter((selector) => document.querySelector(selector) !== null);
      // No rule of the usual set reads style sheets, and loading them takes a third of the time.
      return (await checker.run({ include, exclude }, { resultTypes: ['violations'], preload: { assets: ['media'] } })).violations;
    },
    { leftOut: LEFT_OUT, isWhole },
  );
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
};

/**
 * The accessibility violations of the page, one line each. Later checks of the same page look only at what came or changed, and at all of
 * it in a deep run. A page changes while it is checked, because answers arrive and parts are drawn again, so only violations that are still
 * there in a second check count.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.mouse.move(0, 0);
  // Evaluated through the debugger, to which no content security policy applies.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(CHECKER);
  const first = await lookedAt(page, deep(false, true));
  if (first.length === 0) return [];
  const second = new Set(await lookedAt(page, true));
  return first.filter((line) => second.has(line));
}
