import { useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import type { RunOptions as Chosen, PreparedMachine } from '#visualiser/machines/simulation.machine.ts';
import { JsonForm } from './json-form.tsx';

interface RunFormProps {
  prepared: PreparedMachine;
  /** Names of the machines that it starts. */
  machines: readonly string[];
  onStart: (beginning: Chosen) => void;
}

/** Asks for the input of a machine, and which of its child machines are played by hand. */
export function RunForm({ prepared: { input, isDeclared }, machines, onStart }: RunFormProps) {
  const t = useText();
  const [play, setPlay] = useState<readonly string[]>([]);
  const toggle = (name: string, isPlayed: boolean) =>
    setPlay((before) => [...before.filter((one) => one !== name), ...(isPlayed ? [name] : [])]);
  const inputHint = isDeclared ? 'simulation.inputDeclared' : input === undefined ? 'simulation.inputNone' : 'simulation.inputRead';
  return (
    <div className="ads-sim-beginning">
      <p>{t(inputHint)}</p>
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
