import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { PickList } from '#src/ui/pick/pick-list.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';
import type { SeenWindow } from '#visualiser/machines/live-windows.ts';

/** What tells a window from others: what it is called may be the same. */
export const useWindowName = () => {
  const t = useText();
  return ({ title, path }: SeenWindow) => (title === '' ? path : t('live.windowPlain', { title, path }));
};

/** The window that is watched, and the others that could be. */
export function WindowPicker({ room }: { room: Live }) {
  const t = useText();
  const nameOf = useWindowName();
  const { windows, chosen, title } = useSelector(room, ({ context }) => context);
  const isThere = windows.some(({ window }) => window === chosen);
  const gone = chosen !== '' && !isThere ? [{ value: chosen, label: title || chosen }] : [];
  const options = [...gone, ...windows.map((one) => ({ value: one.window, label: nameOf(one) }))];
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
