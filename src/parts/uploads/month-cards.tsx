import { useEffect } from 'react';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { LibraryParts } from '#src/parts/materials/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';

/** The output of the user in the current month: uploaded, first used, and hits. */
export function MonthCards({ month }: Pick<LibraryParts, 'month'>) {
  const t = useText();
  const format = useFormat();
  const { id } = useViewer();
  const { answer, failure, refresh } = useDetail(month);
  useEffect(() => month.send({ type: 'detail.opened', subject: { creatorId: id } }), [month, id]);
  if (failure && !answer) return <FailureRemark failure={failure} onRetry={refresh} />;
  const { uploaded = null, used = null, use_rate = null, hits = null } = answer ?? {};
  const cards = [
    { key: 'uploaded', value: format.number(uploaded) },
    { key: 'used', value: format.number(used) },
    { key: 'useRate', value: format.percent(use_rate) },
    { key: 'hits', value: format.number(hits) },
  ] as const;
  return (
    <dl className="ads-upload-month ads-within-window">
      {cards.map(({ key, value }) => (
        <div key={key}>
          <dt title={t(`uploads.month.${key}Hint`)}>{t(`uploads.month.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
