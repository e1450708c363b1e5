import { useText } from '#src/locale/text-provider.tsx';
import { SUITES } from '../../coverage/figures.ts';
import type { SuiteFilter } from '../../model/coverage.ts';

interface ReaderChoiceProps {
  label: string;
  reader: SuiteFilter | undefined;
  onChoose: (reader: SuiteFilter) => void;
}

/** Whose reach counts: that of all tests, or of one kind of them. */
export function ReaderChoice({ label, reader, onChoose }: ReaderChoiceProps) {
  const t = useText();
  return (
    <div className="ads-cov-readers" role="group" aria-label={label}>
      {(['all', ...SUITES] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === reader} onClick={() => onChoose(one)}>
          {t(`coverage.reader.${one}`)}
        </button>
      ))}
    </div>
  );
}
