import { Steps as KitSteps } from '@arco-design/web-react';
import './steps.css';

export interface Step<Key extends string> {
  key: Key;
  text: string;
  /** Nothing of it is missing or wrong. */
  done: boolean;
  /** Why it cannot be gone to yet. */
  refusal?: string | undefined;
}

interface StepsProps<Key extends string> {
  /** What the steps lead to; read out. */
  label: string;
  steps: readonly Step<Key>[];
  shown: Key;
  onShow: (key: Key) => void;
}

/** The way through something long: where one stands, what is done, and what can be gone back to. */
export function Steps<Key extends string>({ label, steps, shown, onShow }: StepsProps<Key>) {
  return (
    <nav aria-label={label} className="ads-steps">
      <KitSteps size="small" current={steps.findIndex(({ key }) => key === shown) + 1}>
        {steps.map(({ key, text, done, refusal }) => (
          <KitSteps.Step
            key={key}
            status={key === shown ? 'process' : done ? 'finish' : 'wait'}
            // The kit's steps cannot be reached by keyboard.
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
