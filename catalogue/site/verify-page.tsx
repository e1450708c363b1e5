import { useText } from '#src/locale/text-provider.tsx';
import { PlaceLink } from './catalogue-provider.tsx';
import { CommandLine } from './json-text.tsx';

const STATES = 'http://127.0.0.1:9000/_pact/provider-states';

const steps = [
  ['whole', `npm run contracts:verify -- --url http://127.0.0.1:9000 --states-url ${STATES}`],
  ['some', `npm run contracts:verify -- --url http://127.0.0.1:9000 --states-url ${STATES} --only users,roles`],
  ['shared', 'CONTRACTS_TOKENS="admin=$TOKEN" npm run contracts:verify -- --url https://test.example.com'],
  [
    'standalone',
    `pact verifier --dir pacts/current --provider-name ad-delivery-api --hostname 127.0.0.1 --port 9000 --state-change-url ${STATES}`,
  ],
] as const;

interface DocumentLinkProps {
  title: string;
  text: string;
  /** In the folder `contracts`, and beside the standalone page. */
  file: string;
  isStandalone: boolean;
}

function DocumentLink({ title, text, file, isStandalone }: DocumentLinkProps) {
  return (
    <section>
      <h2>{title}</h2>
      <p>{text}</p>
      <p>
        {isStandalone ? (
          <a className="ads-cat-link ads-cat-code" href={file}>
            {file}
          </a>
        ) : (
          <code className="ads-cat-code">contracts/{file}</code>
        )}
      </p>
    </section>
  );
}

/** Explains how another team can verify its own server. */
export function VerifyPage({ isStandalone }: { isStandalone: boolean }) {
  const t = useText();
  return (
    <>
      <h1>{t('contracts.verify')}</h1>
      <p>{t('contracts.verifyText')}</p>
      {steps.map(([step, command]) => (
        <section key={step}>
          <h2>{t(`contracts.verify.${step}`)}</h2>
          <p>{t(`contracts.verifyText.${step}`)}</p>
          <CommandLine command={command} />
        </section>
      ))}
      <section>
        <h2>{t('contracts.verify.result')}</h2>
        <p>{t('contracts.verifyText.result')}</p>
        <p>
          <PlaceLink to={{ kind: 'states', name: '' }}>{t('contracts.states')}</PlaceLink>
        </p>
      </section>
      <DocumentLink title="OpenAPI" text={t('contracts.openapi')} file="openapi.json" isStandalone={isStandalone} />
      <DocumentLink title={t('contracts.product')} text={t('contracts.productText')} file="product.json" isStandalone={isStandalone} />
    </>
  );
}
