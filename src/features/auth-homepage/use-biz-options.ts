import { useMemo } from 'react';
import { BIZ_LINES } from '#machines/auth-homepage/homepage-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** The lines of business as options. */
export function useBizOptions() {
  const t = useText();
  return useMemo(() => BIZ_LINES.map((value) => ({ value, label: t(`homepage.biz.${value}`) })), [t]);
}
