import { escapeHtml, type Language, type PersonOption, renderChoices, renderDocument, renderMissing } from './auth-page.ts';

/** The page that shows a token of a simulated person as text, as live channels do for developers. It works without a script. */

const words = {
  zh: {
    title: '模拟平台令牌',
    intro: '在系统中选择「粘贴令牌」添加个人账号时，可在这里取得模拟平台某人的令牌。只显示这一次，之前的令牌仍然有效。',
    give: '取得令牌',
    token: '令牌',
    again: '再取一个',
    other: 'English',
  },
  en: {
    title: 'Simulated network: a token',
    intro: 'For adding a personal account by pasting a token. It is shown this once; tokens given before stay good.',
    give: 'Get a token',
    token: 'Token',
    again: 'Get another',
    other: '中文',
  },
} as const;

export interface TokenPage {
  language: Language;
  persons: readonly PersonOption[];
  scopes: readonly string[];
  /** The token just issued. */
  token: string | null;
  /** True when the form was sent without a person. */
  isIncomplete: boolean;
}

export function renderTokenPage({ language, persons, scopes, token, isIncomplete }: TokenPage): string {
  const text = words[language];
  const other = language === 'zh' ? 'en' : 'zh';
  const header = `<header><h1>${text.title}</h1><a href="?lang=${other}" lang="${other === 'zh' ? 'zh-CN' : 'en'}">${text.other}</a></header><p>${text.intro}</p>`;
  if (token !== null) {
    const shown = `<fieldset><legend>${text.token}</legend><output><code>${escapeHtml(token)}</code></output></fieldset>`;
    return renderDocument(language, `${header}${shown}<p><a href="?lang=${language}">${text.again}</a></p>`, text.title);
  }
  const form = `<form method="post" action="?lang=${language}">${renderChoices(language, persons, scopes)}<footer><button>${text.give}</button></footer></form>`;
  return renderDocument(language, `${header}${renderMissing(language, isIncomplete)}${form}`, text.title);
}
