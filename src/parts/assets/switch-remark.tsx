import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';

/** Warns how many chosen assets another personal account has authorised so far. */
export function SwitchRemark({ count }: { count: number }) {
  const t = useText();
  if (count === 0) return null;
  return (
    <Remark kind="warn" title={t('assets.discover.switchTitle', { count })}>
      <p>{t('assets.discover.switchText')}</p>
    </Remark>
  );
}
