import { useText } from '#src/locale/text-provider.tsx';
import type { Limit } from './schema-lines.ts';

/** Ends that only say "as large as the type goes". */
const OPEN_ENDS: readonly (number | undefined)[] = [Number.MAX_SAFE_INTEGER, 2_147_483_647];
const numeral = (value: number): string => value.toLocaleString('en-US');

export const limitKey = (limit: Limit): string => JSON.stringify(limit);

/** `1–32`, `≥ 1`, `≤ 200` */
function span(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `≤ ${numeral(to ?? 0)}`;
  if (to === undefined || OPEN_ENDS.includes(to)) return `≥ ${numeral(from)}`;
  return from === to ? numeral(from) : `${numeral(from)}–${numeral(to)}`;
}

export function LimitText({ limit }: { limit: Limit }) {
  const t = useText();
  switch (limit.kind) {
    case 'length':
    case 'items':
      return t(`contracts.limit.${limit.kind}`, { span: span(limit.from, limit.to) });
    case 'range':
      return span(limit.from, limit.to);
    case 'above':
      return `> ${numeral(limit.of)}`;
    case 'below':
      return `< ${numeral(limit.of)}`;
    case 'multiple':
      return t('contracts.limit.multiple', { of: numeral(limit.of) });
    case 'pattern':
      return <code>{limit.of}</code>;
    case 'unique':
      return t('contracts.limit.unique');
    case 'open':
      return t('contracts.limit.open');
  }
}
