import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import { useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { PostParts } from './post-table.tsx';

const HOMEPAGES = '/auth/homepage';

/** Links to the homepages page when there is no usable homepage. */
export function HomepageHint({ homepages }: { homepages: PostParts['homepages'] }) {
  const t = useText();
  const { canOpen } = useViewer();
  const isNone = useSelector(homepages, ({ context: { answer, keyword } }) => {
    const found = keyword === '' ? answer?.found : undefined;
    return found?.every(({ disabled }) => disabled !== undefined) ?? false;
  });
  if (!isNone) return null;
  return (
    <p role="status">
      {t('post.noHomepage')} {canOpen(HOMEPAGES) && <Link to={HOMEPAGES}>{t('post.toHomepages')}</Link>}
    </p>
  );
}
