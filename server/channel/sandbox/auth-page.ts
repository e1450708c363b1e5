/**
 * The page on which a person of the simulated channel grants access to their assets. It works without a script: its form posts back to
 * the same address.
 */

export interface PersonOption {
  id: string;
  name: string;
  usage: 'self' | 'host';
  accounts: readonly string[];
  pages: readonly string[];
}

export type Language = 'zh' | 'en';

const words = {
  zh: {
    title: '模拟平台授权',
    intro: '这是内置的模拟平台，页面上的人物和资产均为虚构。请选择以谁的身份授权,并勾选要授予的权限。',
    who: '授权人',
    self: '自有',
    host: '托管',
    accounts: '广告账户',
    pages: '主页',
    none: '无',
    scopes: '权限',
    hint: '少勾选一项，即可试验权限不足的情形。',
    grant: '授权',
    deny: '取消',
    missing: '请选择授权人。',
    noState: '链接不完整，请从系统中重新发起授权。',
    token: '需要一个可粘贴的令牌',
    other: 'English',
  },
  en: {
    title: 'Simulated network: authorisation',
    intro: 'This is the built-in simulated network; its people and assets are made up. Choose who authorises, and what they grant.',
    who: 'Person',
    self: 'own',
    host: 'hosted',
    accounts: 'Ad accounts',
    pages: 'Pages',
    none: 'none',
    scopes: 'Permissions',
    hint: 'Leave one out to see what happens when a permission is missing.',
    grant: 'Authorise',
    deny: 'Cancel',
    missing: 'Choose a person.',
    noState: 'This address is incomplete. Begin the authorisation again from the system.',
    token: 'Get a token to paste instead',
    other: '中文',
  },
} as const;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const style = `
  :root { color-scheme: light dark; accent-color: AccentColor; font: 14px/1.6 system-ui, sans-serif; }
  body { max-width: 640px; margin: 0 auto; padding: 24px 16px; }
  h1 { font-size: 20px; margin: 0; }
  header { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; }
  fieldset { border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); border-radius: 4px; margin: 16px 0; padding: 8px 16px 12px; }
  legend { font-weight: 600; padding: 0 4px; }
  label { display: flex; gap: 8px; padding: 6px 0; align-items: baseline; }
  small { display: block; opacity: .72; overflow-wrap: anywhere; }
  .person + .person { border-top: 1px solid color-mix(in srgb, CanvasText 10%, Canvas); }
  footer { display: flex; gap: 12px; }
  button { font: inherit; padding: 5px 20px; }
  output code { overflow-wrap: anywhere; user-select: all; }
  [role=alert] { border-inline-start: 3px solid; padding-inline-start: 12px; font-weight: 600; }
`;

export const renderDocument = (language: Language, content: string, title: string = words[language].title): string =>
  `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${content}</body></html>`;

const renderNames = (language: Language, label: string, names: readonly string[]): string =>
  `<small>${label}${language === 'zh' ? '：' : ': '}${names.length === 0 ? words[language].none : names.map(escapeHtml).join(language === 'zh' ? '、' : ', ')}</small>`;

const renderPerson = (language: Language, { id, name, usage, accounts, pages }: PersonOption): string => {
  const text = words[language];
  return `<label class="person"><input type="radio" name="person" value="${id}" required><span><b>${escapeHtml(name)}</b> · ${text[usage]}<small>${id}</small>${renderNames(language, text.accounts, accounts)}${renderNames(language, text.pages, pages)}</span></label>`;
};

const renderScope = (scope: string): string =>
  `<label><input type="checkbox" name="scope" value="${scope}" checked><code>${scope}</code></label>`;

export interface AuthPage {
  language: Language;
  /** State that is sent back to the product; null when it is missing. */
  state: string | null;
  persons: readonly PersonOption[];
  scopes: readonly string[];
  /** True when the form was sent without a person. */
  isIncomplete: boolean;
  /** Address of the page that shows tokens as text; null where that page is off. */
  tokenAddress: string | null;
}

/** Form fields that choose a person and the granted permissions. */
export const renderChoices = (language: Language, persons: readonly PersonOption[], scopes: readonly string[]): string => {
  const text = words[language];
  return `<fieldset><legend>${text.who}</legend>${persons.map((person) => renderPerson(language, person)).join('')}</fieldset><fieldset><legend>${text.scopes}</legend><small>${text.hint}</small>${scopes.map(renderScope).join('')}</fieldset>`;
};

/** The message for a form without a chosen person. */
export const renderMissing = (language: Language, isIncomplete: boolean): string =>
  isIncomplete ? `<p role="alert">${words[language].missing}</p>` : '';

export function renderAuthPage({ language, state, persons, scopes, isIncomplete, tokenAddress }: AuthPage): string {
  const text = words[language];
  const heading = `<h1>${text.title}</h1>`;
  const tokens = tokenAddress === null ? '' : `<p><a href="${tokenAddress}?lang=${language}">${text.token}</a></p>`;
  if (state === null) return renderDocument(language, `${heading}<p role="alert">${text.noState}</p>${tokens}`);
  const other = language === 'zh' ? 'en' : 'zh';
  const address = `?state=${encodeURIComponent(state)}&amp;lang=${other}`;
  return renderDocument(
    language,
    `<header>${heading}<a href="${address}" lang="${other === 'zh' ? 'zh-CN' : 'en'}">${text.other}</a></header><p>${text.intro}</p>${renderMissing(language, isIncomplete)}<form method="post" action="?lang=${language}"><input type="hidden" name="state" value="${escapeHtml(state)}">${renderChoices(language, persons, scopes)}<footer><button name="answer" value="grant">${text.grant}</button><button name="answer" value="deny" formnovalidate>${text.deny}</button></footer></form>${tokens}`,
  );
}
