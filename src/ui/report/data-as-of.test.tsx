// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { DataAsOf } from './data-as-of.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T09:40:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const AS_OF = '2026-11-19T08:00:00Z';
const stale = (...refs: { id: number; label: string; since: string }[]) => [{ kind: 'stale_account', text: 'behind', refs }];
const galaxy = { id: 1, label: '星河-泰国-01', since: AS_OF };

function renderText(fresh: Parameters<typeof DataAsOf>[0]['fresh'], locale: 'zh-cn' | 'en') {
  const { container } = renderUi(<DataAsOf fresh={fresh} />, locale);
  return container.textContent;
}

it('shows the newest moment, with its date when it is not today', () => {
  expect(renderText({ asOf: AS_OF, newestAt: '2026-11-23T09:38:00Z' }, 'zh-cn')).toBe('数据更新至 17:38');
  expect(renderText({ asOf: AS_OF, newestAt: '2026-11-22T09:38:00Z' }, 'zh-cn')).toBe('数据更新至 11-22 17:38');
  // An older server sends only the oldest moment.
  expect(renderText({ asOf: AS_OF }, 'en')).toBe('Data as of 11-19 16:00');
});

it('shows since when an account is behind, and names it', () => {
  const fresh = { asOf: AS_OF, newestAt: '2026-11-23T09:38:00Z', warnings: stale(galaxy) };
  expect(renderText(fresh, 'zh-cn')).toBe('数据更新至 17:38（1 个账户停在 11-19 16:00）');
  expect(renderText(fresh, 'en')).toBe('Data as of 17:38 (1 account stopped at 11-19 16:00)');
  expect(document.querySelector('[title]')?.getAttribute('title')).toBe('星河-泰国-01：停在 2026-11-19 16:00');
});

it('shows since when the first of several accounts is behind, and names all', () => {
  const warnings = stale({ id: 2, label: 'Galaxy US', since: '2026-11-23T01:00:00Z' }, galaxy);
  const fresh = { asOf: AS_OF, newestAt: '2026-11-23T09:38:00Z', warnings };
  expect(renderText(fresh, 'zh-cn')).toBe('数据更新至 17:38（2 个账户未更新，最早停在 11-19 16:00）');
  expect(document.querySelector('[title]')?.getAttribute('title')?.split('\n')).toHaveLength(2);
});
