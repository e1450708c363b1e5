/** Shown in both languages, because the reader is hardly a user of the console. */
const SENTENCES = {
  done: ['您的数据已删除。', 'Your data was deleted.'],
  unknown: ['没有这个确认码。', 'There is no such confirmation code.'],
  busy: ['操作过于频繁，请稍后刷新。', 'Too many requests. Please reload in a while.'],
} as const;

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:18vh auto;padding:0 1.5rem;color-scheme:light dark}p+p{opacity:.75;font-size:14px}';

/** The public page that tells a person what became of their wish to have their data deleted. */
export function renderErasurePage(said: keyof typeof SENTENCES, at?: Date): string {
  const [zh, en] = SENTENCES[said];
  const date = at === undefined ? '' : ` <time>${at.toISOString().slice(0, 10)}</time>`;
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${zh}</title><style>${STYLE}</style></head><body><p>${zh}${date}</p><p lang="en">${en}${date}</p></body></html>`;
}
