import type { DeliveryProblem } from '#contracts/vocabulary/alerts.ts';
import type { Language } from '../messages.ts';
import type { Outcome } from './formats.ts';

const texts: Readonly<Record<DeliveryProblem | 'ok', Readonly<Record<Language, string>>>> = {
  ok: { zh: '已送达。', en: 'Delivered.' },
  private_address: {
    zh: '地址在本机或内网中，服务器不允许发送。',
    en: 'The address is in a private network, where this server does not send.',
  },
  unknown_host: { zh: '找不到该域名，请检查地址。', en: 'The host does not exist. Check the address.' },
  unreachable: { zh: '连接不上接收方。', en: 'The receiver cannot be reached.' },
  insecure: {
    zh: '没有可信的加密连接，地址须为 https 且证书有效。',
    en: 'There is no trusted encrypted connection. The address needs https and a valid certificate.',
  },
  timeout: { zh: '接收方没有及时应答。', en: 'The receiver did not answer in time.' },
  redirected: { zh: '接收方把请求转到了别处，请填写最终地址。', en: 'The receiver redirects elsewhere. Enter the final address.' },
  wrong_address: {
    zh: '接收方不认识这个地址，机器人可能已被移除，请重新复制地址。',
    en: 'The receiver does not know this address; its bot may have been removed. Copy the address again.',
  },
  wrong_signature: { zh: '接收方不接受签名，请检查密钥。', en: 'The receiver does not accept the signature. Check the secret.' },
  missing_keyword: {
    zh: '接收方要求关键词，请在机器人的安全设置中添加“广告投放系统”或“ad delivery”。',
    en: 'The receiver requires a keyword. Add “ad delivery” or “广告投放系统” to the security settings of the bot.',
  },
  sender_refused: {
    zh: '接收方不接受本服务器的 IP 地址，请把它加入白名单。',
    en: 'The receiver does not accept the IP address of this server. Add it to the allowlist.',
  },
  rate_limited: { zh: '接收方限制了频率，稍后自动重试。', en: 'The receiver limits the rate; it will be tried again later.' },
  receiver_failed: { zh: '接收方出错，稍后自动重试。', en: 'The receiver failed; it will be tried again later.' },
  refused: {
    zh: '接收方拒绝了消息，请检查格式与地址是否相符。',
    en: 'The receiver refused the message. Check that the format goes with the address.',
  },
};

/** The outcome of a delivery as it is stored. */
export const toStoredOutcome = (outcome: Outcome) =>
  outcome.ok ? { last_outcome: 'ok', last_detail: null } : { last_outcome: outcome.problem, last_detail: outcome.code };

const isKnown = (outcome: string): outcome is keyof typeof texts => outcome in texts;

/** A stored outcome in plain words, with the code of the receiver. */
export function describeOutcome(outcome: string | null, detail: string | null, language: Language): string | null {
  if (outcome === null || !isKnown(outcome)) return null;
  const text = texts[outcome][language];
  return detail === null ? text : language === 'zh' ? `${text}（${detail}）` : `${text} (${detail})`;
}
