// The order matters: nearly every browser also claims to be those listed below it.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (kinds: readonly (readonly [RegExp, string])[], agent: string) => kinds.find(([mark]) => mark.test(agent))?.[1];

/** Shortens a User-Agent header, for example to "Chrome / Windows". An unknown one keeps its first word; an empty one stays empty. */
export function browserWords(agent: string): string {
  const names = [findName(BROWSERS, agent), findName(SYSTEMS, agent)].filter((word) => word !== undefined);
  return names.length > 0 ? names.join(' / ') : (agent.trim().split(/[\s/]/, 1)[0] ?? '').slice(0, 40);
}
