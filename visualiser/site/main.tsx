import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/ui/page/tokens.css';
import '#src/ui/page/reach.css';
import '#src/ui/page/whole-page.css';
import './site.css';
import './panel.css';
import { createVisualiser, startingLanguage } from './visualiser.wiring.ts';
import { VisualiserView } from './visualiser-view.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the visualiser');

const { actor, start, nameDocument } = createVisualiser(await startingLanguage());
start();

createRoot(place).render(
  <StrictMode>
    <VisualiserView site={actor} onName={nameDocument} />
  </StrictMode>,
);
