import { useText } from '#src/locale/text-provider.tsx';
import { SUITES } from '../../coverage/figures.ts';
import type { SuiteFilter } from '../../model/coverage.ts';

interface SuiteChoiceProps {
  label: string;
  suite: SuiteFilter | undefined;
  onChoose: (suite: SuiteFilter) => void;
}

/** Chooses whether all tests count, or one suite. */
export function SuiteChoice({ label, suite, onChoose }: SuiteChoiceProps) {
  const t = useText();
  return (
    <div className="ads-cov-readers" role="group" aria-label={label}>
      {(['all', ...SUITES] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === suite} onClick={() => onChoose(one)}>
          {t(`coverage.reader.${one}`)}
        </button>
      ))}
    </div>
  );
}
