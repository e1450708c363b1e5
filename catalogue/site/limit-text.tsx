import { useText } from '#src/locale/text-provider.tsx';
import type { Limit } from './schema-lines.ts';

/** Upper limits that only express the size of the type. */
const TYPE_MAXIMUMS: readonly (number | undefined)[] = [Number.MAX_SAFE_INTEGER, 2_147_483_647];
const formatNumber = (value: number): string => value.toLocaleString('en-US');

export const toLimitKey = (limit: Limit): string => JSON.stringify(limit);

/** `1–32`, `≥ 1`, `≤ 200` */
function formatSpan(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `≤ ${formatNumber(to ?? 0)}`;
  if (to === undefined || TYPE_MAXIMUMS.includes(to)) return `≥ ${formatNumber(from)}`;
  return from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`;
}

export function LimitText({ limit }: { limit: Limit }) {
  const t = useText();
  switch (limit.kind) {
    case 'length':
    case 'items':
      return t(`contracts.limit.${limit.kind}`, { span: formatSpan(limit.from, limit.to) });
    case 'range':
      return formatSpan(limit.from, limit.to);
    case 'above':
      return `> ${formatNumber(limit.of)}`;
    case 'below':
      return `< ${formatNumber(limit.of)}`;
    case 'multiple':
      return t('contracts.limit.multiple', { of: formatNumber(limit.of) });
    case 'pattern':
      return <code>{limit.of}</code>;
    case 'unique':
      return t('contracts.limit.unique');
    case 'open':
      return t('contracts.limit.open');
  }
}
