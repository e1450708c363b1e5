import type { Page } from 'playwright-core';

/** Each fits into a name of at most 32 characters. */
export const MARKUP_NAMES = [
  '<script>pwned=1</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "';alert(1)//",
  '</td><iframe src=/login>',
  '<a href=javascript:alert(1)>x',
  '{{constructor.constructor("a")}}',
  '{name} ${1+1} <b>{0}</b>',
  '&lt;i&gt;&#x3c;u&#x3e;',
  '\u202Etxt.exe',
];

/** For remarks and texts. */
export const LONG_MARKUP = `</textarea><script>alert(document.domain)</script><style>*{display:none!important}</style>${'<details open ontoggle=alert(1)>'.repeat(2)}`;

/** Finds elements that no page of the console has: markup that was not escaped. */
export const findLiveMarkup = (page: Page) =>
  page.evaluate(() => ({
    pwned: 'pwned' in window,
    elements: document.querySelectorAll(
      'iframe, body img[src="x"], [onerror], [onload], [ontoggle], body script:not([src]), body style:not([data-kit]), a[href^="javascript:"]',
    ).length,
  }));

export const NO_LIVE_MARKUP = { pwned: false, elements: 0 };
