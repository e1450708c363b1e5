import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/ui/page/tokens.css';
import '#src/ui/page/reach.css';
import '#src/ui/page/whole-page.css';
import './site.css';
import './site-parts.css';
import { ContractSiteView } from './contract-site.tsx';
import { createContractSite, isStandalone, startingLanguage } from './contract-site.wiring.ts';

const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the catalogue');

const { actor, start, goTo, nameDocument } = createContractSite(await startingLanguage());
start();

createRoot(place).render(
  <StrictMode>
    <ContractSiteView site={actor} isStandalone={isStandalone()} onGo={goTo} onName={nameDocument} />
  </StrictMode>,
);
