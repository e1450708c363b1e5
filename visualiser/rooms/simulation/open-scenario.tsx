import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Simulation } from '#visualiser/machines/simulation.machine.ts';

/** Opens a scenario from a file. */
export function OpenScenario({ room }: { room: Simulation }) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const failure = useSelector(room, (state) => (state.matches({ file: 'failed' }) ? state.context.fileFailure : undefined));
  return (
    <div className="ads-sim-open">
      <Button size="small" onClick={() => field.current?.click()}>
        {t('simulation.open')}
      </Button>
      <input
        ref={field}
        className="ads-visually-hidden"
        type="file"
        accept=".json,application/json"
        aria-label={t('simulation.open')}
        tabIndex={-1}
        onChange={async ({ target }) => {
          const file = target.files?.[0];
          const text = await file?.text();
          // Allows to open the same file again.
          target.value = '';
          if (text !== undefined) room.send({ type: 'file.chosen', text });
        }}
      />
      {failure && (
        <p className="ads-sim-fault" role="alert">
          {t('simulation.notOpened', { reason: failure.message })}
        </p>
      )}
    </div>
  );
}
