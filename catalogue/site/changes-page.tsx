import { useText } from '#src/locale/text-provider.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import type { CatalogueChange } from '../catalogue.ts';
import { CallLink, useCatalogue, useWords } from './catalogue-provider.tsx';
import { WideTable } from './wide-table.tsx';

const VERDICT_KINDS = { breaks: 'error', safe: 'ok' } as const;

function Verdict({ verdict }: { verdict: CatalogueChange['consoles'] }) {
  const t = useText();
  return <StatusTag kind={VERDICT_KINDS[verdict]} text={t(`contracts.verdict.${verdict}`)} />;
}

/** Changes of the contract, newest release first, and whom each one breaks. */
export function ChangesPage() {
  const t = useText();
  const words = useWords();
  const { catalogue, calls } = useCatalogue();
  return (
    <>
      <h1>{t('contracts.changes')}</h1>
      <p>{t('contracts.changesText')}</p>
      {catalogue.releases.length === 0 && <p className="ads-cat-quiet">{t('contracts.noReleases')}</p>}
      {catalogue.releases.map(({ version, date, changes }) => {
        const title = version ?? t('contracts.unreleased');
        return (
          <section key={version ?? ''}>
            <h2>
              <span className="ads-numbers">{title}</span> {date && <small className="ads-numbers">{date}</small>}
            </h2>
            {changes.length === 0 ? (
              <p className="ads-cat-quiet">{t('contracts.noChanges')}</p>
            ) : (
              <WideTable label={title} className="ads-cat-changes">
                <thead>
                  <tr>
                    <th scope="col">{t('contracts.call')}</th>
                    <th scope="col">{t('contracts.change')}</th>
                    <th scope="col">{t('contracts.consoles')}</th>
                    <th scope="col">{t('contracts.backends')}</th>
                  </tr>
                </thead>
                <tbody>
                  {changes.map((change) => (
                    <tr key={`${change.call} ${change.words.en}`}>
                      <th scope="row">
                        {calls.has(change.call) ? <CallLink name={change.call} /> : <code className="ads-cat-code">{change.call}</code>}
                      </th>
                      <td>{words(change.words)}</td>
                      <td>
                        <Verdict verdict={change.consoles} />
                      </td>
                      <td>
                        <Verdict verdict={change.backends} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </WideTable>
            )}
          </section>
        );
      })}
    </>
  );
}
