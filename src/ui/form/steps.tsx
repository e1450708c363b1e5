import { Steps as KitSteps } from '@arco-design/web-react';
import './steps.css';

export interface Step<Key extends string> {
  key: Key;
  text: string;
  /** Nothing in this step is missing or invalid. */
  done: boolean;
  /** Why it cannot be opened yet. */
  refusal?: string | undefined;
}

interface StepsProps<Key extends string> {
  /** Accessible name of the steps. */
  label: string;
  steps: readonly Step<Key>[];
  shown: Key;
  onShow: (key: Key) => void;
}

/** The steps of a wizard: the current one, the completed ones, and those that can be opened. */
export function Steps<Key extends string>({ label, steps, shown, onShow }: StepsProps<Key>) {
  return (
    <nav aria-label={label} className="ads-steps">
      <KitSteps size="small" current={steps.findIndex(({ key }) => key === shown) + 1}>
        {steps.map(({ key, text, done, refusal }) => (
          <KitSteps.Step
            key={key}
            status={key === shown ? 'process' : done ? 'finish' : 'wait'}
            // The steps of Arco cannot be reached by keyboard.
            title={
              <button
                type="button"
                className="ads-step"
                aria-current={key === shown ? 'step' : undefined}
                aria-disabled={refusal === undefined ? undefined : true}
                title={refusal}
                onClick={() => refusal === undefined && key !== shown && onShow(key)}
              >
                {text}
              </button>
            }
          />
        ))}
      </KitSteps>
    </nav>
  );
}
