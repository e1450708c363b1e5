import { IconCheck } from '../text/icons.ts';
import '../page/base.css';
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
    <nav aria-label={label}>
      <ol className="ads-steps">
        {steps.map(({ key, text, done, refusal }, at) => (
          <li key={key} className={key === shown ? 'ads-step ads-step-shown' : done ? 'ads-step ads-step-done' : 'ads-step'}>
            <button
              type="button"
              aria-current={key === shown ? 'step' : undefined}
              aria-disabled={refusal === undefined ? undefined : true}
              title={refusal}
              onClick={() => refusal === undefined && key !== shown && onShow(key)}
            >
              <span className="ads-step-mark" aria-hidden="true">
                {done && key !== shown ? <IconCheck /> : at + 1}
              </span>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
