import { useText } from '#src/locale/text-provider.tsx';
import { AccessText, EffectText } from './access-text.tsx';
import { CallLink, useCatalogue, useWords } from './catalogue-provider.tsx';
import { WideTable } from './wide-table.tsx';

/** Lists every call, and explains the keyboard shortcuts. */
export function OverviewPage() {
  const t = useText();
  const words = useWords();
  const { catalogue, resources } = useCatalogue();
  const examples = catalogue.calls.reduce((sum, call) => sum + call.examples.length, 0);
  return (
    <>
      <h1>{t('contracts.overview')}</h1>
      <p>{t('contracts.intro')}</p>
      <dl className="ads-cat-counts">
        {(
          [
            ['calls', catalogue.calls.length],
            ['examples', examples],
            ['reasons', catalogue.reasons.length],
            ['states', catalogue.states.length],
          ] as const
        ).map(([key, count]) => (
          <div key={key}>
            <dt>{t(`contracts.count.${key}`)}</dt>
            <dd className="ads-numbers">{count}</dd>
          </div>
        ))}
      </dl>
      <p className="ads-cat-quiet ads-cat-keys">
        <span>
          <kbd>/</kbd> {t('contracts.keySearch')}
        </span>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd> {t('contracts.keyOpen')}
        </span>
        <span>
          <kbd>←</kbd> <kbd>→</kbd> {t('contracts.keyFold')}
        </span>
      </p>
      {resources.map(({ name, calls }) => (
        <section key={name}>
          <h2 className="ads-cat-code">{name}</h2>
          <WideTable label={name} className="ads-cat-calls">
            <thead>
              <tr>
                <th scope="col">{t('contracts.call')}</th>
                <th scope="col">{t('contracts.summary')}</th>
                <th scope="col">{t('contracts.path')}</th>
                <th scope="col">{t('contracts.who')}</th>
                <th scope="col">{t('contracts.effect')}</th>
              </tr>
            </thead>
            <tbody>
              {calls.map((call) => (
                <tr key={call.name}>
                  <th scope="row">
                    <CallLink name={call.name} />
                  </th>
                  <td>{words(call.summary)}</td>
                  <td className="ads-cat-code">
                    {call.method === 'GET' && <b>GET </b>}
                    {call.path}
                  </td>
                  <td>
                    <AccessText call={call} short />
                  </td>
                  <td>
                    <EffectText effect={call.effect} />
                  </td>
                </tr>
              ))}
            </tbody>
          </WideTable>
        </section>
      ))}
    </>
  );
}
