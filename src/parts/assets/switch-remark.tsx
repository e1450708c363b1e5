import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';

/** Says of so many of what is chosen that somebody else authorised it until now. */
export function SwitchRemark({ count }: { count: number }) {
  const t = useText();
  if (count === 0) return null;
  return (
    <Remark kind="warn" title={t('assets.discover.switchTitle', { count })}>
      <p>{t('assets.discover.switchText')}</p>
    </Remark>
  );
}
