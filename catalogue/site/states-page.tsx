import { useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import type { CatalogueState } from '../catalogue.ts';
import { JsonBlock } from './json-text.tsx';
import { CallLink, useShelf, useWords } from './shelf.tsx';
import { WideTable } from './wide-table.tsx';

/** Parameters are alike: two of them show how they are given. */
const FEW_BODIES = 2;

/** As verifiers send it. */
const bodyOf = (state: string, params: Record<string, unknown>) => ({ state, params, action: 'setup' });

function StateSection({ state, calls, isChosen }: { state: CatalogueState; calls: readonly string[]; isChosen: boolean }) {
  const t = useText();
  const words = useWords();
  const { name, meaning, beginsAnew, params, examples, exchanges } = state;
  const [isWhole, setWhole] = useState(false);
  const bodies = examples.length > 0 ? examples : [{}];
  const shown = isWhole ? bodies : bodies.slice(0, FEW_BODIES);
  return (
    <section className={isChosen ? 'ads-cat-state ads-cat-chosen' : 'ads-cat-state'} data-target={isChosen ? '' : undefined}>
      <h2>
        {name} {beginsAnew && <PlainTag text={t('contracts.beginsAnew')} hint={t('contracts.beginsAnewHint')} />}
      </h2>
      <p>{words(meaning)}</p>
      {params.length > 0 && (
        <WideTable label={t('contracts.paramsOf', { state: name })}>
          <thead>
            <tr>
              <th scope="col">{t('contracts.param')}</th>
              <th scope="col">{t('contracts.type')}</th>
              <th scope="col">{t('contracts.meaning')}</th>
            </tr>
          </thead>
          <tbody>
            {params.map((param) => (
              <tr key={param.name}>
                <th scope="row" className="ads-cat-code">
                  {param.name}
                </th>
                <td className="ads-cat-code">{param.type}</td>
                <td>{words(param.meaning)}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      <div className="ads-cat-bodies">
        {shown.map((given, index) => (
          <JsonBlock
            key={JSON.stringify(given)}
            title={t('contracts.stateBody', { number: index + 1, of: bodies.length })}
            value={bodyOf(name, given)}
          />
        ))}
      </div>
      {bodies.length > FEW_BODIES && (
        <button type="button" className="ads-link-button ads-cat-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'contracts.fewBodies' : 'contracts.allBodies', { count: bodies.length })}
        </button>
      )}
      <div className="ads-cat-common">
        <span className="ads-cat-quiet">{t('contracts.neededBy', { count: exchanges })}</span>
        {calls.map((call) => (
          <CallLink key={call} name={call} />
        ))}
      </div>
    </section>
  );
}

/** The situations a backend must be able to put itself into before it is verified. */
export function StatesPage({ chosen }: { chosen: string }) {
  const t = useText();
  const { catalogue } = useShelf();
  const callsOf = useMemo(() => {
    const found = new Map<string, Set<string>>();
    for (const { name, examples } of catalogue.calls) {
      for (const { states } of examples) for (const state of states) found.set(state.name, (found.get(state.name) ?? new Set()).add(name));
    }
    return found;
  }, [catalogue]);
  return (
    <>
      <h1>{t('contracts.states')}</h1>
      <p>{t('contracts.statesText')}</p>
      <p className="ads-cat-address">
        <b>POST</b>
        <code>/_pact/provider-states</code>
      </p>
      {catalogue.states.map((state) => (
        <StateSection key={state.name} state={state} calls={[...(callsOf.get(state.name) ?? [])]} isChosen={state.name === chosen} />
      ))}
    </>
  );
}
