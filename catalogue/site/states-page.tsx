import { useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import type { CatalogueState } from '../catalogue.ts';
import { CallLink, useCatalogue, useWords } from './catalogue-provider.tsx';
import { JsonBlock } from './json-text.tsx';
import { WideTable } from './wide-table.tsx';

/** A few examples of parameters are enough to show their form. */
const MAX_COLLAPSED_BODIES = 2;

/** The request body that verifiers send. */
const toSetupBody = (state: string, params: Record<string, unknown>) => ({ state, params, action: 'setup' });

function StateSection({ state, calls, isChosen }: { state: CatalogueState; calls: readonly string[]; isChosen: boolean }) {
  const t = useText();
  const words = useWords();
  const { name, meaning, beginsAnew, params, examples, exchanges } = state;
  const [isExpanded, setIsExpanded] = useState(false);
  const bodies = examples.length > 0 ? examples : [{}];
  const shown = isExpanded ? bodies : bodies.slice(0, MAX_COLLAPSED_BODIES);
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
        {shown.map((body, index) => (
          <JsonBlock
            key={JSON.stringify(body)}
            title={t('contracts.stateBody', { number: index + 1, of: bodies.length })}
            value={toSetupBody(name, body)}
          />
        ))}
      </div>
      {bodies.length > MAX_COLLAPSED_BODIES && (
        <button
          type="button"
          className="ads-link-button ads-cat-more"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {t(isExpanded ? 'contracts.fewBodies' : 'contracts.allBodies', { count: bodies.length })}
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

/** The states that a backend must be able to set up for verification. */
export function StatesPage({ chosen }: { chosen: string }) {
  const t = useText();
  const { catalogue } = useCatalogue();
  const callsByState = useMemo(() => {
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
        <StateSection key={state.name} state={state} calls={[...(callsByState.get(state.name) ?? [])]} isChosen={state.name === chosen} />
      ))}
    </>
  );
}
