import type { Language } from './messages.ts';

/** Chinese translations of the channel's policy names and usual explanations. */
const translations: Readonly<Record<string, string>> = {
  'Adult content': '成人内容',
  'Misleading claims': '误导性内容',
  'Shocking content': '惊悚内容',
  'Third-party rights': '侵犯第三方权利',
  'Personal attributes': '涉及个人特征',
  Destination: '落地页问题',
  'The picture or text suggests sexual activity, even if it is part of a story.': '画面或文字带有性暗示，即使是剧情的一部分。',
  'The text promises a result or an ending that the page does not deliver.': '文案承诺的结果或结局在落地页中没有兑现。',
  'A scene of violence or injury is meant to shock.': '含有暴力或受伤画面，意在造成惊吓。',
  'The film appears to use music or pictures of somebody else.': '视频疑似使用了他人的音乐或画面。',
  'The text implies that the viewer is in debt, ill or left by somebody.': '文案暗示观看者负债、患病或被抛弃。',
  'The page behind the ad does not work, or differs from what the ad shows.': '广告的落地页无法打开，或与广告内容不符。',
};

const translate = (text: string, language: Language): string => (language === 'zh' ? (translations[text] ?? text) : text);
const colon: Readonly<Record<Language, string>> = { zh: '：', en: ': ' };
const semicolon: Readonly<Record<Language, string>> = { zh: '；', en: '; ' };

type Feedback = Readonly<Record<string, string>>;

/** Translates review feedback to the reader's language; unknown texts stay in the channel's words. */
export const translateReview = (feedback: Feedback, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(feedback).map(([policy, text]) => [translate(policy, language), translate(text, language)]));

/** Translated feedback with one line per policy. */
export const formatReview = (feedback: Feedback, language: Language): string =>
  Object.entries(translateReview(feedback, language))
    .map(([policy, text]) => `${policy}${colon[language]}${text}`)
    .join('\n');

/** Translates feedback that is stored as text, `policy: text; policy: text`. */
export const translateReviewText = (text: string, language: Language): string =>
  text
    .split('; ')
    .map((one) => {
      const [policy = '', ...rest] = one.split(': ');
      return [translate(policy, language), ...(rest.length > 0 ? [translate(rest.join(': '), language)] : [])].join(colon[language]);
    })
    .join(semicolon[language]);
