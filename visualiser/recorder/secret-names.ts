// What is secret is told by its name: under which key it stands, or what it is a value of.

/** Found anywhere in a name, however it is written: `newPassword`, `NEW_PASSWORD`, `x-new-password`, `newpassword`. */
const PARTS =
  /password|passwd|passphrase|passcode|pwd|token|secret|authori[sz]ation|credential|cookie|apikey|accesskey|privatekey|signingkey|encryptionkey|sessionid|sessid|jwt|bearer|onetimecode|verificationcode|recoverycode|backupcode|authcode|captcha|pincode|passkey|密码|口令|令牌|密钥|验证码|动态码/;
/** Too short to be looked for inside of other words. */
const WORDS = new Set(['pass', 'pw', 'auth', 'otp', 'totp', 'mfa', 'sid', 'csrf', 'xsrf', 'cvv', 'cvc']);
/** Secret only where they stand alone: `refresh` holds a token, `refreshRequested` holds none. */
const ALONE = new Set(['refresh', 'pin', 'seed', 'digest']);

/** Longer texts are no names. */
const NAME_MAX = 200;
const KNOWN_MAX = 5000;
const known = new Map<string, boolean>();

function judged(name: string): boolean {
  const plain = name.normalize('NFKC');
  const joined = plain.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (PARTS.test(joined) || WORDS.has(joined)) return true;
  if (
    plain
      .toLowerCase()
      .split(/[.:/\s[\]]+/)
      .some((part) => ALONE.has(part))
  )
    return true;
  const words = plain.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => WORDS.has(word) || WORDS.has(word.replace(/\p{N}+$/u, '')));
}

/** Whether what goes by this name is nobody's business: a key, a field, a header, a kind of event. */
export function isSecretName(name: string): boolean {
  if (name.length > NAME_MAX) return false;
  const found = known.get(name);
  if (found !== undefined) return found;
  // Keys of records may be ids, of which there is no end.
  if (known.size >= KNOWN_MAX) known.clear();
  const isSecret = judged(name);
  known.set(name, isSecret);
  return isSecret;
}
