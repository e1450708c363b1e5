// Secrets are recognised by name: by their key, or by the name of the field they belong to.

/** Secret anywhere in a name, in any notation: `newPassword`, `NEW_PASSWORD`, `x-new-password`, `newpassword`. */
const SECRET_PARTS =
  /password|passwd|passphrase|passcode|pwd|token|secret|authori[sz]ation|credential|cookie|apikey|accesskey|privatekey|signingkey|encryptionkey|sessionid|sessid|jwt|bearer|onetimecode|verificationcode|recoverycode|backupcode|authcode|captcha|pincode|passkey|密码|口令|令牌|密钥|验证码|动态码/;
/** Too short to search for inside other words. */
const SECRET_WORDS = new Set(['pass', 'pw', 'auth', 'otp', 'totp', 'mfa', 'sid', 'csrf', 'xsrf', 'cvv', 'cvc']);
/** Secret only as a whole word: `refresh` holds a token, `refreshRequested` does not. */
const SECRET_ALONE = new Set(['refresh', 'pin', 'seed', 'digest']);

/** Longer texts are not names. */
const MAX_NAME_LENGTH = 200;
const MAX_CACHED = 5000;
const cache = new Map<string, boolean>();

type NameRule = string | RegExp;

let secretRules: readonly NameRule[] = [];
let exceptions: readonly NameRule[] = [];

/** Rules that come before the usual ones, in place of those given before; exceptions come first. */
export function setNameRules(names: readonly NameRule[], except: readonly NameRule[]): void {
  secretRules = names;
  exceptions = except;
  cache.clear();
}

const matchesRule = (name: string, rules: readonly NameRule[]): boolean =>
  // `search` starts from the beginning, whatever the flags of the expression.
  rules.some((rule) => (typeof rule === 'string' ? rule.toLowerCase() === name.toLowerCase() : name.search(rule) >= 0));

function checkName(name: string): boolean {
  if (matchesRule(name, exceptions)) return false;
  if (matchesRule(name, secretRules)) return true;
  const plain = name.normalize('NFKC');
  const joined = plain.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (SECRET_PARTS.test(joined) || SECRET_WORDS.has(joined)) return true;
  if (
    plain
      .toLowerCase()
      .split(/[.:/\s[\]]+/)
      .some((part) => SECRET_ALONE.has(part))
  )
    return true;
  const words = plain.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => SECRET_WORDS.has(word) || SECRET_WORDS.has(word.replace(/\p{N}+$/u, '')));
}

/** Whether a value of this name must not be recorded. The name may be a key, a field, a header or an event type. */
export function isSecretName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  const found = cache.get(name);
  if (found !== undefined) return found;
  // Keys of records can be ids, which are unlimited in number.
  if (cache.size >= MAX_CACHED) cache.clear();
  const isSecret = checkName(name);
  cache.set(name, isSecret);
  return isSecret;
}
