import { configure, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { language as en } from '#src/locale/en.ts';
import { type Language, TextProvider } from '#src/locale/text-provider.tsx';
import { language as zh } from '#src/locale/zh-cn.ts';

// Only a failing test waits this long, because a busy machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 });

/** Wide enough for every column: there is no layout here, and a virtual table would leave columns out. */
const TABLE_WIDTH = 5000;

Object.defineProperty(HTMLElement.prototype, 'clientWidth', {
  configurable: true,
  get(this: HTMLElement) {
    return this.classList.contains('ads-table-scroll') ? TABLE_WIDTH : 0;
  },
});

const Frame =
  (language: Language, businessTimezone?: string) =>
  ({ children }: { children: ReactNode }) => (
    <TextProvider language={language} timezone="Asia/Shanghai" businessTimezone={businessTimezone}>
      {children}
    </TextProvider>
  );

/** Renders with everything that a component of `src/ui` expects around it, in English. */
export const renderUi = (node: ReactNode, locale: 'zh-cn' | 'en' = 'en', businessTimezone?: string) =>
  render(node, { wrapper: Frame(locale === 'en' ? en : zh, businessTimezone) });

/** Renders a hook in the same frame. */
export const renderUiHook = <Result,>(hook: () => Result) => renderHook(hook, { wrapper: Frame(en) });
