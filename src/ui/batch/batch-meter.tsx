import { batchCountWords, batchStatusWords, type ItemStatus } from '#contracts/vocabulary/batches.ts';
import type { OrderStatus } from '#machines/kernel/batch/order-status.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { StatusTag } from '../text/status-tag.tsx';
import { batchKinds, countNames, resultOfCount } from './batch-words.ts';
import './batch.css';

/** Progress of a batch and its results so far. */
export function BatchMeter({ orderStatus }: { orderStatus: OrderStatus }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { total, done, status } = orderStatus;
  const text = t('batch.progress', { done: format.number(done), total: format.number(total) });
  return (
    <div className="ads-batch-meter">
      <div className="ads-batch-line">
        <StatusTag kind={batchKinds[status]} text={w(batchStatusWords[status])} />
        <span className="ads-numbers">{text}</span>
      </div>
      <div
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
        className="ads-batch-bar"
      >
        {countNames.map((name) => (
          <i key={name} className={`ads-batch-part-${name}`} style={{ width: `${total > 0 ? (orderStatus[name] / total) * 100 : 0}%` }} />
        ))}
      </div>
    </div>
  );
}

interface CountersProps {
  orderStatus: OrderStatus;
  /** The result to filter by; undefined shows all. */
  result: ItemStatus | undefined;
  onResult: (result: ItemStatus | undefined) => void;
}

/** Counts of each result; clicking one filters the items by it. */
export function BatchCounters({ orderStatus, result, onResult }: CountersProps) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const shown = countNames.filter((name) => orderStatus[name] > 0 || name === 'ok' || name === 'fail' || resultOfCount[name] === result);
  const counter = (key: string, name: string, count: number, of: ItemStatus | undefined) => (
    <button key={key} type="button" className="ads-batch-counter" aria-pressed={result === of} onClick={() => onResult(of)}>
      {name} <strong className="ads-numbers">{format.number(count)}</strong>
    </button>
  );
  return (
    <div role="group" aria-label={t('batch.result')} className="ads-batch-counters">
      {counter('all', t('batch.count.all'), orderStatus.total, undefined)}
      {shown.map((name) => counter(name, w(batchCountWords[name]), orderStatus[name], resultOfCount[name]))}
    </div>
  );
}
