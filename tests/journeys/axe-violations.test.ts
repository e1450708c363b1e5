import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '#tests/support/axe-violations.ts';
import { sharedBrowser } from '#tests/support/browser.ts';

let page: Page;
beforeAll(async () => {
  page = await (await sharedBrowser()).newPage();
  await page.setContent(
    '<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><p>Some text</p><button>Save</button><div id="place"></div></main></html>',
  );
});
afterAll(() => page.context().close());

const change = (how: string) => page.evaluate(how);
const rulesFound = async () => (await violations(page)).map((line) => line.split(' ')[1]);

it('finds what is wrong with a page at first, and later with what came or changed in it', async () => {
  expect(await rulesFound()).toEqual([]);
  await change(`document.querySelector('#place').innerHTML = '<div><input></div>'`);
  expect(await rulesFound()).toEqual(['label']);
  await change(`document.querySelector('input').setAttribute('aria-label', 'Name')`);
  expect(await rulesFound()).toEqual([]);
  await change(`document.querySelector('p').style.cssText = 'color: #ccc; background: #fff'`);
  expect(await rulesFound()).toEqual(['color-contrast']);
  await change(`document.querySelector('p').style.cssText = ''`);
  await change(`document.querySelector('button').firstChild.data = ''`);
  expect(await rulesFound()).toEqual(['button-name']);
  await change(`document.querySelector('button').textContent = 'Save'`);
  expect(await rulesFound()).toEqual([]);
  await change(`document.documentElement.setAttribute('lang', 'no language')`);
  expect(await rulesFound()).toEqual(['html-lang-valid']);
});
