import { useText } from '#src/locale/text-provider.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

export const pixelStatuses = ['active', 'unavailable', 'disabled'] as const;
export type PixelStatus = (typeof pixelStatuses)[number];

const kinds: Record<PixelStatus, StatusKind> = { active: 'ok', unavailable: 'error', disabled: 'muted' };

/** Whether a pixel can be used. */
export function PixelStatusTag({ status, hint }: { status: PixelStatus; hint?: string | undefined }) {
  const t = useText();
  return <StatusTag kind={kinds[status]} text={t(`assets.pixel.${status}`)} hint={hint} />;
}
