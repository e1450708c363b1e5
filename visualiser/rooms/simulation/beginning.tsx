import { useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import type { Beginning as Chosen, Prepared } from '#visualiser/machines/simulation.machine.ts';
import { JsonForm } from './json-form.tsx';

interface BeginningProps {
  prepared: Prepared;
  /** Machines that it starts, by the names it starts them under. */
  machines: readonly string[];
  onStart: (beginning: Chosen) => void;
}

/** What a machine is started with, and which of the machines it starts are played by hand. */
export function Beginning({ prepared: { input, isDeclared }, machines, onStart }: BeginningProps) {
  const t = useText();
  const [play, setPlay] = useState<readonly string[]>([]);
  const toggle = (name: string, isPlayed: boolean) =>
    setPlay((before) => [...before.filter((one) => one !== name), ...(isPlayed ? [name] : [])]);
  const remark = isDeclared ? 'simulation.inputDeclared' : input === undefined ? 'simulation.inputNone' : 'simulation.inputRead';
  return (
    <div className="ads-sim-beginning">
      <p>{t(remark)}</p>
      {machines.length > 0 && (
        <fieldset>
          <legend>{t('simulation.playMachines')}</legend>
          {machines.map((name) => (
            <label key={name}>
              <CheckBox checked={play.includes(name)} onChange={(checked) => toggle(name, checked)} />
              <span className="ads-vis-code">{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <JsonForm
        label={t('simulation.input')}
        value={input}
        submitText={t('simulation.begin')}
        isPrimary
        onSubmit={(value) => onStart({ play, ...(value !== undefined && { input: value }) })}
      />
    </div>
  );
}
