import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { language as en } from '#src/locale/en.ts';
import { type Language, TextProvider } from '#src/locale/text-provider.tsx';
import { language as zh } from '#src/locale/zh-cn.ts';

const Frame =
  (language: Language) =>
  ({ children }: { children: ReactNode }) => (
    <TextProvider language={language} timezone="Asia/Shanghai">
      {children}
    </TextProvider>
  );

/** Renders with everything a composition of `src/ui` expects around it; English reads best in a test. */
export const renderUi = (node: ReactNode, locale: 'zh-cn' | 'en' = 'en') => render(node, { wrapper: Frame(locale === 'en' ? en : zh) });
