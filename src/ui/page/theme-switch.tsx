import { useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconMoonFill, IconSunFill } from '../text/icons.ts';

export function ThemeSwitch({ dark, onToggle }: { dark: boolean; onToggle: () => void }) {
  const t = useText();
  return (
    <IconButton label={t(dark ? 'header.light' : 'header.dark')} icon={dark ? <IconSunFill /> : <IconMoonFill />} onClick={onToggle} />
  );
}
