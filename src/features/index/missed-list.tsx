import type { ActorRefFrom } from 'xstate';
import type { boardMissed } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConsoleLink } from '#src/parts/board/index.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';

/** What happened since the last visit, in one line; nothing on a first visit or when nothing happened. */
export function MissedList({ missed }: { missed: ActorRefFrom<typeof boardMissed> }) {
  const t = useText();
  const format = useFormat();
  const { answer } = useDetail(missed);
  if (answer?.since === undefined || answer.list.length === 0) return null;
  return (
    <p className="ads-home-missed" role="status">
      {t('home.missed', { at: format.instant(answer.since) })}
      {answer.list.map(({ kind, count, link }) => (
        <ConsoleLink key={kind} to={link}>
          {t(`home.missed.${kind}`, { count })}
        </ConsoleLink>
      ))}
    </p>
  );
}
