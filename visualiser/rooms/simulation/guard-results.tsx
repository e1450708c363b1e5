import { useText } from '#src/locale/text-provider.tsx';
import type { PlayedGuard, Step } from '../../model/scenario.ts';

const CHOICES = ['own', 'true', 'false'] as const;
type Choice = (typeof CHOICES)[number];

const toChoice = ({ result }: PlayedGuard): Choice => (result === undefined ? 'own' : result ? 'true' : 'false');

interface GuardResultsProps {
  guards: readonly PlayedGuard[];
  onStep: (step: Step) => void;
}

/** Lets the user decide what guards say, folded away while all of them decide by themselves. */
export function GuardResults({ guards, onStep }: GuardResultsProps) {
  const t = useText();
  if (guards.length === 0) return null;
  const choose = (guard: string, choice: Choice) => onStep({ do: 'guard', guard, ...(choice !== 'own' && { result: choice === 'true' }) });
  return (
    <section className="ads-sim-section" aria-label={t('simulation.guards')}>
      <details open={guards.some(({ result }) => result !== undefined)}>
        <summary>{t('simulation.guards')}</summary>
        <ul className="ads-sim-rows">
          {guards.map((guard) => (
            <li key={guard.name} className="ads-sim-row">
              <span className="ads-sim-actor ads-vis-code">{guard.name}</span>
              <span className="ads-sim-plays" role="group" aria-label={guard.name}>
                {CHOICES.map((choice) => (
                  <button
                    key={choice}
                    type="button"
                    className="ads-link-button"
                    aria-pressed={choice === toChoice(guard)}
                    onClick={() => choose(guard.name, choice)}
                  >
                    {t(`simulation.guard.${choice}`)}
                  </button>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
