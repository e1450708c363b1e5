import { REFRESH_SECONDS, type RefreshSeconds } from '#machines/kernel/page/freshness.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { MenuButton } from '../overlay/menu-button.tsx';

interface AutoRefreshProps {
  /** 0: never. */
  seconds: RefreshSeconds;
  onChoose: (seconds: RefreshSeconds) => void;
}

/** How often rows ask for newer ones by themselves, while somebody looks and has chosen none of them. */
export function AutoRefresh({ seconds: chosen, onChoose }: AutoRefreshProps) {
  const t = useText();
  const textOf = (seconds: RefreshSeconds) => {
    if (seconds === 0) return t('ui.autoRefresh.off');
    return seconds < 60 ? t('ui.autoRefresh.seconds', { seconds }) : t('ui.autoRefresh.minutes', { minutes: seconds / 60 });
  };
  return (
    <MenuButton
      label={`${t('ui.autoRefresh')}: ${textOf(chosen)}`}
      actions={REFRESH_SECONDS.map((seconds) => ({
        key: String(seconds),
        text: textOf(seconds),
        current: seconds === chosen,
        onRun: () => onChoose(seconds),
      }))}
    >
      {chosen === 0 ? t('ui.autoRefresh') : textOf(chosen)}
    </MenuButton>
  );
}
