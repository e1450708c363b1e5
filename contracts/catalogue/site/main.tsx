import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/ui/tokens.css';
import '#src/ui/reach.css';
import '#src/ui/whole-page.css';
import './site.css';
import './site-parts.css';
import { ContractSiteView } from './contract-site.tsx';
import { createContractSite, isStandalone, startingLanguage } from './use-contract-site.ts';

const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the catalogue');

const { actor, start, goTo, nameDocument } = createContractSite(await startingLanguage());
start();

createRoot(place).render(
  <StrictMode>
    <ContractSiteView site={actor} isStandalone={isStandalone()} onGo={goTo} onName={nameDocument} />
  </StrictMode>,
);
