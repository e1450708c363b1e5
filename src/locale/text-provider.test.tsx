// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { language as en } from './en.ts';
import { LineTexts, TextProvider, useText } from './text-provider.tsx';
import { language as zh } from './zh-cn.ts';

function Words() {
  const t = useText();
  return <p>{[t('metric.revenue'), t('metric.first_payers'), t('metric.cost_per_payer'), t('metric.spend')].join(' | ')}</p>;
}

it.each([
  ['zh', undefined, '充值/销售额 | 首充人数 | 付费成本 | 消耗'],
  ['zh', 'dj', '充值金额 | 首充人数 | 付费成本 | 消耗'],
  ['zh', 'ec', '销售额 | 首购人数 | 首购成本 | 消耗'],
  ['en', 'dj', 'Revenue | First payers | Cost per first payer | Spend'],
  ['en', 'ec', 'Revenue | First-time buyers | Cost per first-time buyer | Spend'],
] as const)('metrics are called in %s for the line %s as it calls them', (locale, line, words) => {
  const shown = render(
    <TextProvider language={locale === 'zh' ? zh : en} timezone="UTC">
      <LineTexts line={line}>
        <Words />
      </LineTexts>
    </TextProvider>,
  );
  expect(shown.container.textContent).toBe(words);
});
