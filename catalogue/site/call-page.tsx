import { useText } from '#src/locale/text-provider.tsx';
import { CopyButton } from '#src/ui/text/copy-text.tsx';
import type { CatalogueCall, CatalogueUse } from '../catalogue.ts';
import { AccessText, EffectText } from './access-text.tsx';
import { PlaceLink, useCatalogue, useWords } from './catalogue-provider.tsx';
import { ExampleList } from './example-list.tsx';
import { SchemaTable } from './schema-table.tsx';
import { WideTable } from './wide-table.tsx';

function UseLine({ use: { service, page, machines } }: { use: CatalogueUse }) {
  const t = useText();
  const words = useWords();
  return (
    <li>
      {page ? (
        <>
          {words(page.title)} <code className="ads-cat-code ads-cat-quiet">{page.path}</code>
        </>
      ) : (
        t('contracts.shellPage')
      )}
      <span className="ads-cat-quiet">
        {' · '}
        {t('contracts.service')} <code className="ads-cat-code">{service}</code>
        {machines.length > 0 && (
          <>
            {' · '}
            {t('contracts.machine')} <code className="ads-cat-code">{machines.join(', ')}</code>
          </>
        )}
      </span>
    </li>
  );
}

function OwnReasons({ own }: { own: readonly string[] }) {
  const t = useText();
  const words = useWords();
  const { reasons } = useCatalogue();
  if (own.length === 0) return <p className="ads-cat-quiet">{t('contracts.noOwnReasons')}</p>;
  return (
    <WideTable label={t('contracts.ownReasons')}>
      <thead>
        <tr>
          <th scope="col">{t('contracts.code')}</th>
          <th scope="col">{t('contracts.reason')}</th>
          <th scope="col">{t('contracts.meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {own.map((name) => {
          const known = reasons.get(name);
          return (
            <tr key={name}>
              <td className="ads-numbers">{known?.code}</td>
              <th scope="row">
                <PlaceLink to={{ kind: 'reasons', reason: name }} className="ads-cat-link ads-cat-code">
                  {name}
                </PlaceLink>
              </th>
              <td>{known && words(known.meaning)}</td>
            </tr>
          );
        })}
      </tbody>
    </WideTable>
  );
}

function CommonReasons({ common }: { common: readonly string[] }) {
  const t = useText();
  const words = useWords();
  const { reasons } = useCatalogue();
  if (common.length === 0) return null;
  return (
    <div className="ads-cat-common">
      <span className="ads-cat-quiet">{t('contracts.commonReasons')}</span>
      {common.map((name) => {
        const known = reasons.get(name);
        return (
          <span key={name} title={known && words(known.meaning)}>
            <span className="ads-numbers ads-cat-quiet">{known?.code}</span>{' '}
            <PlaceLink to={{ kind: 'reasons', reason: name }} className="ads-cat-link ads-cat-code">
              {name}
            </PlaceLink>
          </span>
        );
      })}
    </div>
  );
}

/** One call: its callers and permissions, request, reply and recorded examples. */
export function CallPage({ call, example }: { call: CatalogueCall; example: string }) {
  const t = useText();
  const words = useWords();
  const { name, method, path, summary, effect, answer, request, reply, reasons, promised, examples, uses } = call;
  return (
    <article>
      <header className="ads-cat-head">
        <h1>
          {words(summary)} <span className="ads-cat-code ads-cat-quiet">{name}</span>
        </h1>
        <p className="ads-cat-address">
          <b>{method}</b>
          <code>{path}</code>
          <CopyButton text={path} label={t('contracts.path')} />
        </p>
        <dl className="ads-cat-facts">
          <div>
            <dt>{t('contracts.who')}</dt>
            <dd>
              <AccessText call={call} />
            </dd>
          </div>
          <div>
            <dt>{t('contracts.effect')}</dt>
            <dd>
              <EffectText effect={effect} /> <span className="ads-cat-quiet">{t(`contracts.effectText.${effect}`)}</span>
            </dd>
          </div>
          <div>
            <dt>{t('contracts.answer')}</dt>
            <dd>{t(`contracts.answer.${answer}`)}</dd>
          </div>
          <div className="ads-cat-whole">
            <dt>{t('contracts.uses')}</dt>
            <dd>
              {uses.length === 0 && <span className="ads-cat-quiet">{t('contracts.noUses')}</span>}
              <ul className="ads-cat-plain">
                {uses.map((use) => (
                  <UseLine key={`${use.service} ${use.page?.path ?? ''}`} use={use} />
                ))}
              </ul>
            </dd>
          </div>
        </dl>
      </header>
      <section>
        <h2>{t('contracts.request')}</h2>
        {method === 'GET' ? (
          <p className="ads-cat-quiet">{t('contracts.noBody')}</p>
        ) : (
          <SchemaTable label={t('contracts.request')} schema={request} />
        )}
      </section>
      <section>
        <h2>
          {t('contracts.reply')} <small>{t(answer === 'envelope' ? 'contracts.replyHint' : 'contracts.fileHint')}</small>
        </h2>
        <SchemaTable label={t('contracts.reply')} schema={reply} promised={promised} />
      </section>
      <section>
        <h2>{t('contracts.reasons')}</h2>
        <OwnReasons own={reasons.own} />
        <CommonReasons common={reasons.common} />
      </section>
      <section>
        <h2>
          {t('contracts.examples')} <small>{t('contracts.examplesHint')}</small>
        </h2>
        <ExampleList call={call} examples={examples} chosen={example} />
      </section>
    </article>
  );
}
