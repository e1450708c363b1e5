import { useEffect, useState } from 'react';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import './assets.css';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A token that expires within this number of days is highlighted. */
const SOON_DAYS = 7;

/** The current time, updated every minute. */
function useCurrentMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** When a token expires, absolute and relative; null means never. */
export function ExpiryText({ at }: { at: string | null }) {
  const t = useText();
  const format = useFormat();
  const now = useCurrentMinute();
  if (at === null) return <span className="ads-quiet">{t('assets.expiry.never')}</span>;
  const remainingMs = Date.parse(at) - now;
  const days = Math.floor(remainingMs / DAY_MS);
  const label =
    remainingMs <= 0
      ? t('assets.expiry.over')
      : days > 0
        ? t('assets.expiry.days', { days })
        : t('assets.expiry.hours', { hours: Math.max(1, Math.floor(remainingMs / HOUR_MS)) });
  return (
    <span className="ads-two-lines ads-numbers">
      <span>{format.instant(at)}</span>
      <small>{remainingMs <= SOON_DAYS * DAY_MS ? <StatusTag kind={remainingMs <= 0 ? 'error' : 'warn'} text={label} /> : label}</small>
    </span>
  );
}
