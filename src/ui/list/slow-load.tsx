import { Button } from '@arco-design/web-react';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '../page/block.tsx';

interface Props {
  isSlow: boolean;
  isCanceled: boolean;
  onCancel: () => void;
  onRetry: () => void;
}

/** Offers to cancel a load that takes long, and to repeat one that was canceled. */
export function SlowLoad({ isSlow, isCanceled, onCancel, onRetry }: Props) {
  const t = useText();
  if (!isSlow && !isCanceled) return null;
  return (
    <Remark kind="info" title={t(isSlow ? 'ui.loadingSlowly' : 'ui.loadCanceled')}>
      <Button size="small" onClick={isSlow ? onCancel : onRetry}>
        {t(isSlow ? 'ui.cancel' : 'ui.retry')}
      </Button>
    </Remark>
  );
}
