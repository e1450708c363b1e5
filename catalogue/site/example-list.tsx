import { useEffect, useId, useState } from 'react';
import { toHash } from '#catalogue/machines/catalogue-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCopy } from '#src/ui/text/copy-text.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import type { CatalogueCall, CatalogueExample } from '../catalogue.ts';
import { PlaceLink } from './catalogue-provider.tsx';
import { toCurl } from './curl.ts';
import { JsonBlock } from './json-text.tsx';

const SUCCESS_CODE = 0;

/** The result of an exchange in one tag. */
function OutcomeTag({ answer }: Pick<CatalogueExample, 'answer'>) {
  const t = useText();
  if (answer === null) return <StatusTag kind="ok" text={t('contracts.file')} />;
  const reason = typeof answer.data === 'object' && answer.data !== null ? Reflect.get(answer.data, 'reason') : undefined;
  if (answer.code === SUCCESS_CODE) return <StatusTag kind="ok" text="0" />;
  return <StatusTag kind="error" text={`${answer.code}${typeof reason === 'string' ? ` ${reason}` : ''}`} />;
}

function CurlButton({ command }: { command: string }) {
  const t = useText();
  const { status, copy } = useCopy();
  return (
    <span>
      <button type="button" className="ads-link-button" onClick={() => void copy(command)}>
        {status ?? t('contracts.copyCurl')}
      </button>
      <span role="status" className="ads-visually-hidden">
        {status}
      </span>
    </span>
  );
}

interface ExampleProps {
  call: CatalogueCall;
  example: CatalogueExample;
  isOpen: boolean;
  isChosen: boolean;
  onToggle: () => void;
}

function Example({ call, example, isOpen, isChosen, onToggle }: ExampleProps) {
  const t = useText();
  const id = useId();
  const { description, states, request, answer } = example;
  return (
    <li className={isChosen ? 'ads-cat-example ads-cat-chosen' : 'ads-cat-example'} data-target={isChosen ? '' : undefined}>
      <div className="ads-cat-example-head">
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {isOpen ? <IconCaretDown aria-hidden="true" /> : <IconCaretRight aria-hidden="true" />}
          <span>{description}</span>
        </button>
        <OutcomeTag answer={answer} />
      </div>
      <div id={id} className="ads-cat-example-body" hidden={!isOpen}>
        {states.length > 0 && (
          <ol className="ads-cat-states-given" aria-label={t('contracts.states')}>
            {states.map(({ name, params }, index) => (
              <li key={`${index} ${name}`}>
                <PlaceLink to={{ kind: 'states', name }}>{name}</PlaceLink>
                {Object.keys(params).length > 0 && <code className="ads-cat-code ads-cat-quiet">{JSON.stringify(params)}</code>}
              </li>
            ))}
          </ol>
        )}
        <div className="ads-cat-pair">
          <JsonBlock
            title={t('contracts.request')}
            value={request}
            noneText={t('contracts.noBody')}
            more={<CurlButton command={toCurl(call, request)} />}
          />
          {answer === null ? (
            <p className="ads-cat-quiet">{t('contracts.answer.spreadsheet')}</p>
          ) : (
            <JsonBlock title={t('contracts.answer')} value={{ code: answer.code, message: answer.message, data: answer.data }} />
          )}
        </div>
        <a className="ads-cat-link ads-cat-permalink" href={toHash({ kind: 'call', name: call.name, example: description })}>
          {t('contracts.linkToExample')}
        </a>
      </div>
    </li>
  );
}

interface ExampleListProps {
  call: CatalogueCall;
  examples: readonly CatalogueExample[];
  /** Description of the example named in the address; empty for none. */
  chosen: string;
}

/** The successful example with the largest answer. */
const findRichest = (examples: readonly CatalogueExample[]): string => {
  const getSize = ({ answer }: CatalogueExample) => (answer?.code === SUCCESS_CODE ? JSON.stringify(answer.data).length : 0);
  return examples.toSorted((a, b) => getSize(b) - getSize(a))[0]?.description ?? '';
};

/** The recorded exchanges; one of them is expanded. */
export function ExampleList({ call, examples, chosen }: ExampleListProps) {
  const t = useText();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([chosen || findRichest(examples)]));
  useEffect(() => {
    if (chosen) setOpen((before) => new Set([...before, chosen]));
  }, [chosen]);
  if (examples.length === 0) return <p className="ads-cat-quiet">{t('contracts.noExamples')}</p>;
  const isAllOpen = examples.every(({ description }) => open.has(description));
  const toggle = (name: string) =>
    setOpen((before) => new Set(before.has(name) ? [...before].filter((one) => one !== name) : [...before, name]));
  return (
    <>
      {examples.length > 1 && (
        <div className="ads-cat-tools">
          <button
            type="button"
            className="ads-link-button"
            onClick={() => setOpen(new Set(isAllOpen ? [] : examples.map(({ description }) => description)))}
          >
            {t(isAllOpen ? 'contracts.foldAll' : 'contracts.unfoldAll')}
          </button>
        </div>
      )}
      <ul className="ads-cat-examples">
        {examples.map((example) => (
          <Example
            key={example.description}
            call={call}
            example={example}
            isOpen={open.has(example.description)}
            isChosen={example.description === chosen}
            onToggle={() => toggle(example.description)}
          />
        ))}
      </ul>
    </>
  );
}
