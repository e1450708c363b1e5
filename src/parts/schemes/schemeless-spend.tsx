import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** Says what ads spent that come from no scheme and are therefore not in the report. */
export function SchemelessSpend({ leftOut }: { leftOut: Readonly<Record<string, number | null>> | undefined }) {
  const t = useText();
  const format = useFormat();
  const spend = leftOut?.['spend'];
  if (!spend) return null;
  return <p className="ads-quiet">{t('scheme.schemeless', { spend: format.money(spend, 'USD') })}</p>;
}
