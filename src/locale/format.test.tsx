// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { language as en } from './en.ts';
import { DASH, useFormat } from './format.ts';
import { type Language, TextProvider } from './text-provider.tsx';
import { language as zh } from './zh-cn.ts';

afterEach(cleanup);

function formatIn(language: Language, timezone = 'UTC') {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TextProvider language={language} timezone={timezone}>
      {children}
    </TextProvider>
  );
  return renderHook(() => useFormat(), { wrapper }).result.current;
}

const createMoneyFormat = (language: Language) => formatIn(language).money;

describe('money', () => {
  it('is stored in minor units and shown in major units, always with two decimals', () => {
    const money = createMoneyFormat(en);
    expect([12_345, 100, 5, 0, 123_456_789].map((minor) => money(minor, 'USD'))).toEqual([
      '$123.45',
      '$1.00',
      '$0.05',
      '$0.00',
      '$1,234,567.89',
    ]);
  });

  it('has no decimals where its currency has none', () => {
    const money = createMoneyFormat(en);
    expect([12_345, 1, 0].map((minor) => money(minor, 'JPY'))).toEqual(['¥12,345', '¥1', '¥0']);
    expect(money(50_000, 'KRW')).toBe('₩50,000');
  });

  it('shows the minus sign before the symbol, also for amounts below one unit', () => {
    const money = createMoneyFormat(en);
    expect([-12_345, -5].map((minor) => money(minor, 'USD'))).toEqual(['-$123.45', '-$0.05']);
    expect(money(-300, 'JPY')).toBe('-¥300');
  });

  it('shows a dash for a missing amount in any currency', () => {
    const money = createMoneyFormat(en);
    expect([money(null, 'USD'), money(null, 'JPY')]).toEqual([DASH, DASH]);
  });

  it('formats each currency on its own, regardless of the order', () => {
    const money = createMoneyFormat(en);
    expect([money(100, 'JPY'), money(100, 'USD'), money(100, 'JPY'), money(100, 'EUR')]).toEqual(['¥100', '$1.00', '¥100', '€1.00']);
  });

  it.each([en, zh])('uses a symbol that is unique to the currency, in $name', (language) => {
    const money = createMoneyFormat(language);
    const shown = Object.fromEntries(
      ['USD', 'HKD', 'TWD', 'EUR', 'GBP', 'BRL', 'IDR', 'JPY', 'CNY', 'KRW', 'VND', 'CAD', 'AUD', 'SGD', 'MXN'].map((code) => [
        code,
        money(123_456, code).replaceAll(/\s/g, ' '),
      ]),
    );
    expect(shown).toMatchObject({ USD: '$1,234.56', HKD: 'HK$1,234.56', TWD: 'NT$123,456', EUR: '€1,234.56', GBP: '£1,234.56' });
    expect(shown).toMatchObject({ BRL: 'R$1,234.56', IDR: 'Rp 123,456', KRW: '₩123,456', VND: '₫123,456' });
    expect(shown).toMatchObject({ CAD: 'CA$1,234.56', AUD: 'A$1,234.56', SGD: 'S$1,234.56', MXN: 'MX$1,234.56' });
    const yuan = language === zh ? { CNY: '¥1,234.56', JPY: 'JP¥123,456' } : { CNY: 'CN¥1,234.56', JPY: '¥123,456' };
    expect(shown).toMatchObject(yuan);
    expect(new Set(Object.values(shown).map((text) => text.replace(/[\d., ]/g, ''))).size).toBe(Object.keys(shown).length);
  });

  it('is formatted for the language of the user', () => {
    const money = createMoneyFormat(zh);
    expect([money(1_234_567, 'USD'), money(-5, 'CNY'), money(50, 'JPY')]).toEqual(['$12,345.67', '-¥0.05', 'JP¥50']);
  });
});

describe('clock', () => {
  it('shows the date in the timezone of the user when the instant is not from today', () => {
    const { clock } = formatIn(en, 'Asia/Shanghai');
    const now = new Date('2026-11-23T09:00:00Z');
    const seen = ['2026-11-23T08:59:00Z', '2026-11-22T16:00:00Z', '2026-11-22T15:59:00Z', '2025-11-23T08:59:00Z'];
    expect(seen.map((at) => clock(at, now))).toEqual(['16:59', '00:00', '11-22 23:59', '2025-11-23 16:59']);
  });
});

describe('axis numbers', () => {
  it('are grouped, and amounts below one dollar keep their cents', () => {
    for (const language of [en, zh]) {
      const { compactMoney, compact } = formatIn(language);
      expect([0, 20, 150].map((minor) => compactMoney(minor, 'USD'))).toEqual(['$0', '$0.2', '$1.5']);
      expect(compact(999)).toBe('999');
    }
    expect(formatIn(zh).compactMoney(600_000, 'USD')).toBe('$6,000');
    expect(formatIn(en).compactMoney(600_000, 'USD')).toBe('$6K');
  });
});

describe('time zone', () => {
  it('has its common name', () => {
    expect([formatIn(zh).zone('Asia/Shanghai'), formatIn(en).zone('Asia/Shanghai')]).toEqual(['中国标准时间', 'China Standard Time']);
  });
});
