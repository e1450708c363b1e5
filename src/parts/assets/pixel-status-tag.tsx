import { type PixelStatusName, pixelStatusWords } from '#contracts/vocabulary/pixels.ts';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const kinds: Record<PixelStatusName, StatusKind> = { active: 'ok', unavailable: 'error', disabled: 'muted' };

/** Whether a pixel is usable. */
export function PixelStatusTag({ status, hint }: { status: PixelStatusName; hint?: string | undefined }) {
  const w = useWords();
  return <StatusTag kind={kinds[status]} text={w(pixelStatusWords[status])} hint={hint} />;
}
