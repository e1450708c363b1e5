// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { language as en } from './en.ts';
import { DASH, useFormat } from './format.ts';
import { type Language, TextProvider } from './text-provider.tsx';
import { language as zh } from './zh-cn.ts';

afterEach(cleanup);

function moneyIn(language: Language) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TextProvider language={language} timezone="UTC">
      {children}
    </TextProvider>
  );
  return renderHook(() => useFormat(), { wrapper }).result.current.money;
}

describe('money', () => {
  it('is kept in the smallest unit and shown in the usual one, always with its cents', () => {
    const money = moneyIn(en);
    expect([12_345, 100, 5, 0, 123_456_789].map((minor) => money(minor, 'USD'))).toEqual([
      '$123.45',
      '$1.00',
      '$0.05',
      '$0.00',
      '$1,234,567.89',
    ]);
  });

  it('has no cents where its currency has none', () => {
    const money = moneyIn(en);
    expect([12_345, 1, 0].map((minor) => money(minor, 'JPY'))).toEqual(['¥12,345', '¥1', '¥0']);
    expect(money(50_000, 'KRW')).toBe('₩50,000');
  });

  it('is negative before its symbol, also where less than one unit is owed', () => {
    const money = moneyIn(en);
    expect([-12_345, -5].map((minor) => money(minor, 'USD'))).toEqual(['-$123.45', '-$0.05']);
    expect(money(-300, 'JPY')).toBe('-¥300');
  });

  it('is a dash where it is not known, whatever the currency', () => {
    const money = moneyIn(en);
    expect([money(null, 'USD'), money(null, 'JPY')]).toEqual([DASH, DASH]);
  });

  it('keeps each currency to itself, in whatever order they are shown', () => {
    const money = moneyIn(en);
    expect([money(100, 'JPY'), money(100, 'USD'), money(100, 'JPY'), money(100, 'EUR')]).toEqual(['¥100', '$1.00', '¥100', '€1.00']);
  });

  it('is written as the language of the reader writes it', () => {
    const money = moneyIn(zh);
    expect([money(1_234_567, 'USD'), money(-5, 'CNY'), money(50, 'JPY')]).toEqual(['$12,345.67', '-¥0.05', '¥50']);
  });
});
