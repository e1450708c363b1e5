import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { PickList } from '#src/ui/pick/pick-list.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';
import type { KnownWindow } from '#visualiser/machines/live-windows.ts';

/** Title and path, because several windows may have the same title. */
export const useFormatWindow = () => {
  const t = useText();
  return ({ title, path }: KnownWindow) => (title === '' || path === '' ? title || path : t('live.windowPlain', { title, path }));
};

/** Shows the watched window and lets the user choose another one. */
export function WindowPicker({ room }: { room: Live }) {
  const t = useText();
  const formatWindow = useFormatWindow();
  const { windows, chosen, title } = useSelector(room, ({ context }) => context);
  const isPresent = windows.some(({ window }) => window === chosen);
  const missingOption = chosen !== '' && !isPresent ? [{ value: chosen, label: title || chosen }] : [];
  const options = [...missingOption, ...windows.map((one) => ({ value: one.window, label: formatWindow(one) }))];
  if (chosen === '') return null;
  if (options.length === 1) return <span className="ads-live-window">{options[0]?.label}</span>;
  return (
    <span className="ads-live-picker">
      <PickList
        label={t('live.windows')}
        options={options}
        chosen={[chosen]}
        onChoose={([window]) => {
          if (window !== undefined) room.send({ type: 'window.chosen', window });
        }}
      />
    </span>
  );
}
