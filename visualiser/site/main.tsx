import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#src/ui/tokens.css';
import '#src/ui/reach.css';
import '#src/ui/whole-page.css';
import './site.css';
import './panel.css';
import { createVisualiser, startingLanguage } from './use-visualiser.ts';
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
