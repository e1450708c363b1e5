import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readSettings } from '#src/platform/settings-store.ts';
import { openVault } from '#src/platform/token-vault.ts';
import '#src/ui/page/tokens.css';
import '#src/ui/page/reach.css';
import './app.css';
import { createConsole, fetchWorkbench } from './console.tsx';
import { loadLanguage } from './languages.ts';
import { linkVisualiser } from './visualiser-link.ts';

const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the console');

// A signed-in user needs it at once: it comes along with the language. Where it does not come, the console asks again and says so.
if (openVault().current().serial !== 0) void fetchWorkbench().catch(() => undefined);

const console = createConsole(await loadLanguage(readSettings().locale));
console.start();

createRoot(place).render(<StrictMode>{console.view}</StrictMode>);
void linkVisualiser(console.actor);
