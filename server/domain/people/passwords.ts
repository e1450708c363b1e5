import { createHash, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '../fair-queue.ts';

/** The package's number for argon2id. Its enum cannot be imported, because the build only erases types. */
const ARGON2ID = 2;
/** About 25 ms and 19 MiB per hash, the minimum that OWASP recommends for argon2id. */
const cost = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * More hashes at once would starve file and DNS work, which share the thread pool. At most a hundred requests wait, so that none waits
 * too long.
 */
const hashQueue = new FairQueue({ concurrency: 2, maxWaiting: 100 });
/** Lane of the server's own hashes, which are made one after the other. */
const SERVER_LANE = 'own';

/** Makes the slow salted hash of the client's MD5 digest. */
export const hashPassword = (digest: string): Promise<string> => hashQueue.run(SERVER_LANE, () => hash(digest, cost));

/** Compares in constant time. Lanes take turns; a lane is one client. Refuses with TOO_MANY_REQUESTS when too many requests wait. */
export const verifyPassword = (hashed: string, digest: string, lane: string): Promise<boolean> =>
  hashQueue.run(lane, () => verify(hashed, digest));

let dummy: Promise<string> | undefined;
/** Hash to verify against for accounts that do not exist, so that these sign-ins take as long as others. */
export const dummyHash = (): Promise<string> => {
  dummy ??= hashPassword(generatePassword()).catch((error: unknown) => {
    dummy = undefined;
    throw error;
  });
  return dummy;
};

export const digestOf = (password: string): string => createHash('md5').update(password, 'utf8').digest('hex');

// Without 0 O 1 l I, because people read passwords out to each other.
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const PASSWORD_LENGTH = 16;

/** A random password of letters and digits, at least two of each. */
export function generatePassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? '';
  const chars = [pick(LETTERS), pick(LETTERS), pick(DIGITS), pick(DIGITS)];
  while (chars.length < PASSWORD_LENGTH) chars.push(pick(LETTERS + DIGITS));
  for (let i = chars.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [chars[i], chars[j]] = [chars[j] ?? '', chars[i] ?? ''];
  }
  return chars.join('');
}

// The server never sees a password, so it can only recognise digests. The console requires 8 to 32 characters with a letter and a digit;
// the shorter passwords are listed for other clients.
const commonWords =
  `123456 1234567 12345678 123456789 1234567890 111111 000000 666666 888888 123123 123321 654321 987654321 112233 121212 password passw0rd
  password1 password12 password123 passw0rd1 p@ssw0rd p@ssword p@ssw0rd1 p@ssword1 pass1234 pass12345 passwd123 qwerty qwerty1 qwerty12 qwerty123
  qwertyuiop qwert123 1q2w3e4r 1q2w3e4r5t 1q2w3e 1qaz2wsx 1qaz@wsx qazwsx123 q1w2e3r4 zaq12wsx asdf1234 asdfghjkl asd123456 zxcvbnm zxcvbnm123
  abc123 abcd1234 abc12345 abc123456 abcd123456 a123456 a1234567 a12345678 a123456789 aa123456 aa12345678 aaa111 aaaa1111 a1b2c3d4 123456a 1234567a
  12345678a 123456789a 123456abc 123abc 123qwe 123qweasd 1234qwer qwer1234 iloveyou iloveyou1 woaini woaini1314 woaini520 5201314 1314520 520520
  admin admin1 admin12 admin123 admin1234 admin12345 admin123456 administrator admin888 admin666 admin@123 root root1234 root123456 test test123
  test1234 test123456 guest guest123 user1234 welcome welcome1 welcome123 letmein letmein1 changeme changeme1 changeme123 default123 temp1234
  monkey123 dragon123 sunshine1 princess1 football1 baseball1 superman1 master123 shadow123 michael1 jordan23 charlie1 hello123 hello1234 computer1
  internet1 samsung1 google123 zhang123 wang1234 li123456 zhangwei1 beijing2008 shanghai1 china123 zhongguo1 nihao123 qq123456 qq123456789 wx123456
  taobao123 alibaba1 company1 company123 office123 secret123 summer2025 summer2026 winter2025 winter2026 spring2026 autumn2026 2026abcd abcd2026
  Password1 Password123 Passw0rd Passw0rd1 P@ssw0rd P@ssw0rd1 P@ssword1 Qwerty123 Abc12345 Abc123456 Abcd1234 Aa123456 Aa12345678 A1234567 A12345678
  Admin123 Admin1234 Admin@123 Welcome1 Welcome123 Letmein1 Changeme1 Test1234 Qq123456 Zxcvbnm1 Asdf1234 Qwer1234 1Qaz2wsx Summer2026 Winter2026`.split(
    /\s+/,
  );

const commonDigests = new Set(['', ' ', ...commonWords].map(digestOf));

/** True for digests that a guesser would try first, including obvious variants of the account name. */
export function isCommonPassword(digest: string, account: string): boolean {
  if (commonDigests.has(digest)) return true;
  return ['', '1', '12', '123', '1234', '12345', '123456', '@123', '2026'].some((tail) => digestOf(account + tail) === digest);
}
