import { useText } from '#src/locale/text-provider.tsx';
import type { CatalogueReason } from '../catalogue.ts';
import { schemaLines } from './schema-lines.ts';
import { CallLink, useShelf, useWords } from './shelf.tsx';
import { WideTable } from './wide-table.tsx';

/** Whose answer it can be. */
function Answerers({ of: { answeredBy, calls } }: { of: CatalogueReason }) {
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

/** What the data of the refusal holds besides its reason. */
function FurtherData({ of: { data } }: { of: CatalogueReason }) {
  const t = useText();
  const lines = schemaLines({ type: 'object', properties: data }).filter(({ depth }) => depth === 0);
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

/** Every reason a call can be refused for, by the code of its envelope. */
export function ReasonsPage({ chosen }: { chosen: string }) {
  const t = useText();
  const words = useWords();
  const { catalogue } = useShelf();
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
                  <FurtherData of={one} />
                </td>
                <td>
                  <Answerers of={one} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </WideTable>
    </>
  );
}
