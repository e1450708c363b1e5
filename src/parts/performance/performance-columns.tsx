import { useCallback, useMemo } from 'react';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import type { PerformanceDimension } from '#contracts/reports/performance.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { type PerformanceRow, USUAL_PERFORMANCE_METRICS } from '#machines/parts/reports/performance-row.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { HitTag } from '#src/parts/materials/index.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import './performance.css';

const LEADING_METRICS: readonly MetricKey[] = ['uploaded', 'used', 'hits'];
const EXPORT_KEYS = {
  material_code: 'material_code',
  material_drama: 'material_drama',
  hit_level: 'hit_level',
  first_used_at: 'first_used_at',
  life_days: 'life_days',
  peak_day: 'peak_day',
} as const;

/** The usual metrics and the keys of the other columns in files. */
export const performanceColumns = { usual: USUAL_PERFORMANCE_METRICS, leading: LEADING_METRICS, exportKeys: EXPORT_KEYS };

/** The cover and title of a creative. */
export function CreativeName({ material }: { material: { label: string; cover_url: string | null } }) {
  return (
    <span className="ads-performance-name">
      <Cover url={material.cover_url} alt="" />
      <NameText text={material.label} />
    </span>
  );
}

/** Names of rows, and the columns that only creatives have. */
export function usePerformanceColumns(isOfMaterials: boolean) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const titleOf = useCallback((key: string) => w(dimensionWords[key as PerformanceDimension]), [w]);
  const renderName = useCallback((row: PerformanceRow, depth: number) => {
    const { material } = row.dims;
    if (!material || (depth > 1 && row.dims.date)) return undefined;
    return <CreativeName material={material} />;
  }, []);
  const attributes = useMemo(
    (): Column<PerformanceRow>[] => [
      { key: 'material_code', title: t('creatives.code'), width: 104, render: ({ dims: { material } }) => material?.code ?? null },
      {
        key: 'material_drama',
        title: t('creatives.drama'),
        width: 140,
        render: ({ dims: { material } }) => material?.drama && <NameText text={material.drama.label} />,
      },
      {
        key: 'hit_level',
        title: t('creatives.hitLevel'),
        width: 88,
        render: ({ dims: { material } }) => material?.hit_level && <HitTag level={material.hit_level} />,
      },
      {
        key: 'first_used_at',
        title: t('creatives.firstUsed'),
        width: 160,
        sortable: true,
        render: ({ dims: { material } }) =>
          material && <span className="ads-numbers">{material.first_used_at ? format.instant(material.first_used_at) : DASH}</span>,
      },
      {
        key: 'life_days',
        title: t('creatives.lifeDays'),
        width: 96,
        align: 'right',
        sortable: true,
        render: ({ dims: { material } }) => material && <span className="ads-numbers">{format.number(material.life_days)}</span>,
      },
      {
        key: 'peak_day',
        title: t('creatives.peakDay'),
        width: 108,
        sortable: true,
        render: ({ dims: { material } }) => material && <span className="ads-numbers">{material.peak_day ?? DASH}</span>,
      },
    ],
    [t, format],
  );
  return { titleOf, renderName, ...(isOfMaterials && { attributes }) };
}
