import { tzOffset } from '@date-fns/tz';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { cronWords } from './cron-words.ts';

/**
 * The meaning of a cron expression, in UTC and, where it names hours, in the timezone of the user as it is at the next run; undefined for
 * an unsupported syntax.
 */
export function useCronMeaning(cron: string, nextRun: string | undefined): string | undefined {
  const t = useText();
  const locale = useLocaleName();
  const { timezone } = useFormat();
  const words = cronWords(cron, locale, t);
  if (words === undefined) return undefined;
  const offset = nextRun === undefined ? 0 : tzOffset(timezone, new Date(nextRun));
  const local = offset === 0 ? undefined : cronWords(cron, locale, t, offset);
  return local === undefined ? t('cron.cronMeans', { words }) : t('cron.cronMeansHere', { words, local, timezone });
}
