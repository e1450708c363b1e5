import { createRoot } from 'react-dom/client';
import { TextProvider } from '#src/locale/text-provider.tsx';
import { language } from '#src/locale/zh-cn.ts';
import '#src/ui/page/tokens.css';
import './table-page.css';
import { BareTable } from './bare-table.tsx';
import { ReportPage } from './report-page.tsx';
import { TablePage } from './table-page.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('the page has no place for the table');

/** The part of the address after the hash. */
const pages = { '#bare': BareTable, '#report': ReportPage };
const Shown = pages[window.location.hash as keyof typeof pages] ?? TablePage;

createRoot(place).render(
  <TextProvider language={language} timezone="Asia/Shanghai">
    <Shown />
  </TextProvider>,
);
