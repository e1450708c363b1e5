import { useText } from '#src/locale/text-provider.tsx';
import type { CatalogueReason } from '../catalogue.ts';
import { CallLink, useCatalogue, useWords } from './catalogue-provider.tsx';
import { toSchemaLines } from './schema-lines.ts';
import { WideTable } from './wide-table.tsx';

/** The calls that can answer with a reason. */
function AnsweringCalls({ reason: { answeredBy, calls } }: { reason: CatalogueReason }) {
  const t = useText();
  if (answeredBy !== 'calls')
    return <span className="ads-cat-quiet">{t(answeredBy === 'any' ? 'contracts.anyCall' : 'contracts.resultsOnly')}</span>;
  return (
    <span className="ads-cat-list">
      {calls.map((name) => (
        <CallLink key={name} name={name} />
      ))}
    </span>
  );
}

/** Further fields in the data of the error. */
function FurtherData({ reason: { data } }: { reason: CatalogueReason }) {
  const t = useText();
  const lines = toSchemaLines({ type: 'object', properties: data }).filter(({ depth }) => depth === 0);
  if (lines.length === 0) return null;
  return (
    <div className="ads-cat-values ads-cat-further">
      <span className="ads-cat-quiet">{t('contracts.furtherData')}</span>
      {lines.map(({ path, type }) => (
        <code key={path}>
          {path}: {type}
        </code>
      ))}
    </div>
  );
}

/** All reasons, sorted by the code of the envelope. */
export function ReasonsPage({ chosen }: { chosen: string }) {
  const t = useText();
  const words = useWords();
  const { catalogue } = useCatalogue();
  const sorted = catalogue.reasons.toSorted((a, b) => a.code - b.code);
  return (
    <>
      <h1>{t('contracts.reasons')}</h1>
      <p>{t('contracts.reasonsText')}</p>
      <WideTable label={t('contracts.reasons')} className="ads-cat-reasons">
        <thead>
          <tr>
            <th scope="col">{t('contracts.code')}</th>
            <th scope="col">{t('contracts.reason')}</th>
            <th scope="col">{t('contracts.meaning')}</th>
            <th scope="col">{t('contracts.calls')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((one) => {
            const { reason, code, meaning } = one;
            return (
              <tr
                key={reason}
                className={reason === chosen ? 'ads-cat-chosen' : undefined}
                data-target={reason === chosen ? '' : undefined}
              >
                <td className="ads-numbers">{code}</td>
                <th scope="row" className="ads-cat-code">
                  {reason}
                </th>
                <td>
                  {words(meaning)}
                  <FurtherData reason={one} />
                </td>
                <td>
                  <AnsweringCalls reason={one} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </WideTable>
    </>
  );
}
