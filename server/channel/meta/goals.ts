import type { Answer } from './graph/answer.ts';
import { optionalNumber, optionalText } from './graph/answer.ts';

const CLICK = 'CLICK_THROUGH';
const VIEW = 'VIEW_THROUGH';
const window = (event_type: string, window_days: number) => ({ event_type, window_days });

/** Which events count for an ad, by the product's name of the setting. */
const ATTRIBUTION_SPECS: Readonly<Record<string, readonly { event_type: string; window_days: number }[]>> = {
  '1d_click': [window(CLICK, 1)],
  '7d_click': [window(CLICK, 7)],
  '7d_click_1d_view': [window(CLICK, 7), window(VIEW, 1)],
};

export const toAttributionSpec = (attribution: string): readonly object[] | undefined => ATTRIBUTION_SPECS[attribution];

/** The product's name of the setting; a setting that the product does not know keeps a name of its own. */
export function readAttribution(spec: readonly Answer[]): string {
  const parts = spec.map(
    (each) => `${optionalNumber(each, 'window_days') ?? 0}d_${optionalText(each, 'event_type') === VIEW ? 'view' : 'click'}`,
  );
  return parts.toSorted((a, b) => (a.endsWith('view') ? 1 : 0) - (b.endsWith('view') ? 1 : 0)).join('_');
}
