import { configure, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { language as en } from '#src/locale/en.ts';
import { type Language, TextProvider } from '#src/locale/text-provider.tsx';
import { language as zh } from '#src/locale/zh-cn.ts';

// Only somebody who waits in vain waits this long: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 });

/** Wide enough for every column: nothing is laid out here, and a table that is loaded in parts would leave columns out under a test. */
const TABLE_WIDTH = 5000;

Object.defineProperty(HTMLElement.prototype, 'clientWidth', {
  configurable: true,
  get(this: HTMLElement) {
    return this.classList.contains('ads-table-scroll') ? TABLE_WIDTH : 0;
  },
});

const Frame =
  (language: Language) =>
  ({ children }: { children: ReactNode }) => (
    <TextProvider language={language} timezone="Asia/Shanghai">
      {children}
    </TextProvider>
  );

/** Renders with everything a composition of `src/ui` expects around it; English reads best in a test. */
export const renderUi = (node: ReactNode, locale: 'zh-cn' | 'en' = 'en') => render(node, { wrapper: Frame(locale === 'en' ? en : zh) });

/** A hook within the same, in English. */
export const renderUiHook = <Result,>(hook: () => Result) => renderHook(hook, { wrapper: Frame(en) });
