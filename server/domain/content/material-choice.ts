import { nameRatio } from '#contracts/rules/ratio-words.ts';
import { hitLevelWords } from '#contracts/vocabulary/materials.ts';
import type { Language } from '../messages.ts';
import type { SimpleMaterial } from './materials.repository.ts';

const words = {
  figures: { zh: '消耗 {spend} · D0 ROI {roi}', en: 'Spend {spend} · D0 ROI {roi}' },
  noSpend: { zh: '近 30 天没有消耗', en: 'No spend in the last 30 days' },
};

const formatUsd = (cents: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 }).format(cents / 100);

/** Describes the length of a video as m:ss. */
function describeLength(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function describeFigures({ m }: NonNullable<SimpleMaterial['figures']>, language: Language): string {
  const spend = m['spend'] ?? 0;
  const roi = m['roi_d0'] ?? null;
  if (spend === 0) return words.noSpend[language];
  return words.figures[language].replace('{spend}', formatUsd(spend)).replace('{roi}', roi === null ? '—' : roi.toFixed(2));
}

/** Describes a material in a picker: what it is of, its shape, and how it did. */
export function describeChoice(material: SimpleMaterial, language: Language): string {
  const { code, content, ratio, width, height, duration_ms, hit_level, figures } = material;
  const isShaped = ratio !== null && (ratio !== 'other' || Boolean(width && height));
  return [
    code,
    content,
    isShaped && nameRatio({ ratio, width, height })?.[language],
    duration_ms !== null && describeLength(duration_ms),
    hit_level !== 'none' && hitLevelWords[hit_level][language],
    figures && describeFigures(figures, language),
  ]
    .filter(Boolean)
    .join(' · ');
}
