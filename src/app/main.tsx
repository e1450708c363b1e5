import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readSettings } from '#src/platform/settings-store.ts';
import '#src/ui/page/tokens.css';
import '#src/ui/page/reach.css';
import './app.css';
import { createConsole } from './console.tsx';
import { loadLanguage } from './languages.ts';
import { linkVisualiser } from './visualiser-link.ts';

const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the console');

const console = createConsole(await loadLanguage(readSettings().locale));
console.start();

createRoot(place).render(<StrictMode>{console.view}</StrictMode>);
void linkVisualiser(console.actor);
