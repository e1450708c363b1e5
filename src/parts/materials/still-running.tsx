import { Link } from 'react-router-dom';
import { useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

const LAUNCHES = '/advertising/start';

interface Props {
  /** The drama or product, as the launches are narrowed to it. */
  narrowing: Readonly<Record<string, number>>;
  campaigns: number;
}

/** The running campaigns of a drama or product that is switched off: they go on, and are listed on their page. */
export function StillRunning({ narrowing, campaigns }: Props) {
  const t = useText();
  const { canOpen } = useViewer();
  if (campaigns === 0) return null;
  const text = t('materials.stillRunning', { count: campaigns });
  const search = new URLSearchParams({
    view: 'running',
    ...Object.fromEntries(Object.entries(narrowing).map(([key, id]) => [key, String(id)])),
  });
  return <p>{canOpen(LAUNCHES) ? <Link to={`${LAUNCHES}?${search}`}>{text}</Link> : text}</p>;
}
