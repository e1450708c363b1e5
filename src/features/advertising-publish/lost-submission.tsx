import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { PublishPlan } from '#machines/advertising-publish/publish-plan.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';

/** The answer to a submission was lost: repeating it with the same key starts nothing twice. */
export function LostSubmission({ plan }: { plan: PublishPlan }) {
  const t = useText();
  const isLost = useSelector(plan, (state) => state.matches('unconfirmed'));
  const message = useSelector(plan, (state) => state.context.failure?.message);
  if (!isLost) return null;
  return (
    <Remark kind="error" title={t('publish.lost')}>
      <p>{message}</p>
      <div className="ads-buttons">
        <Button type="primary" onClick={() => plan.send({ type: 'plan.submitRetried' })}>
          {t('publish.askAgain')}
        </Button>
        <Button onClick={() => plan.send({ type: 'plan.submitAbandoned' })}>{t('publish.giveUpLost')}</Button>
      </div>
    </Remark>
  );
}
