import '#src/ui/chart/chart.css';
import '#src/ui/page/base.css';

interface SegmentsProps<Key extends string> {
  label: string;
  options: readonly { key: Key; text: string; hint?: string | undefined }[];
  chosen: Key | undefined;
  onChoose: (key: Key) => void;
}

/** A few alternative views, one at a time. */
export function Segments<Key extends string>({ label, options, chosen, onChoose }: SegmentsProps<Key>) {
  return (
    <fieldset className="ads-segments" aria-label={label}>
      {options.map(({ key, text, hint }) => (
        <button
          key={key}
          type="button"
          className="ads-segment"
          aria-pressed={key === chosen}
          title={hint}
          onClick={() => key !== chosen && onChoose(key)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
