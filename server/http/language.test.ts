import { expect, test } from 'vitest';
import { preferredLanguage } from './language.ts';

test.each([
  [undefined, 'zh'],
  ['', 'zh'],
  ['zh-CN', 'zh'],
  ['en-US', 'en'],
  ['en', 'en'],
  ['fr-FR,de;q=0.9', 'zh'],
  ['fr, en;q=0.8, zh;q=0.5', 'en'],
  ['en;q=0.3, zh-CN;q=0.9', 'zh'],
  ['en;q=0', 'zh'],
  ['en;q=nonsense', 'zh'],
])('Accept-Language %j selects %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
