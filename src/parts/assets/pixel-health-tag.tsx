import { type PixelHealth, pixelHealthWords } from '#contracts/vocabulary/pixels.ts';
import { useWords } from '#src/locale/use-words.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const kinds: Readonly<Record<PixelHealth, StatusKind>> = {
  ok: 'ok',
  silent: 'error',
  never: 'muted',
  duplicates: 'warn',
  missing: 'error',
  excess: 'warn',
  low_match: 'warn',
};

/** The most urgent finding about a pixel. */
export function PixelHealthTag({ health }: { health: PixelHealth }) {
  const w = useWords();
  return <StatusTag kind={kinds[health]} text={w(pixelHealthWords[health])} />;
}
