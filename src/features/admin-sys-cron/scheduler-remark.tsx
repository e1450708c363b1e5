import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { cronList, cronTimeline } from '#machines/admin-sys-cron/cron-management.machine.ts';
import { isSchedulerSilent } from '#machines/admin-sys-cron/cron-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';

interface Props {
  list: ActorRefFrom<typeof cronList>;
  timeline: ActorRefFrom<typeof cronTimeline>;
}

/** Warns that no scheduler is running. */
export function SchedulerRemark({ list, timeline }: Props) {
  const t = useText();
  const format = useFormat();
  const heartbeatAt = useSelector(list, (state) => state.context.answer?.heartbeatAt);
  // The heartbeat is compared with the clock of the server, because the local clock may be wrong.
  const serverNow = useSelector(timeline, (state) => state.context.answer?.to);
  if (heartbeatAt === undefined) return null;
  if (!isSchedulerSilent(heartbeatAt, serverNow === undefined ? Date.now() : Date.parse(serverNow))) return null;
  return (
    <Remark kind="error" title={t('cron.silent')}>
      {heartbeatAt === null ? t('cron.heartbeatNever') : t('cron.heartbeat', { at: format.instant(heartbeatAt, true) })}
    </Remark>
  );
}
