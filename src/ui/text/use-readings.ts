import { useEffect, useMemo, useState } from 'react';
import type { Readings } from './match-text.ts';

/** How a text is read. */
export type ReadingsOf = (text: string) => Readings;

const LETTER = /[a-z]/i;
const HAN = /\p{Script=Han}/u;
const known = new Map<string, Readings>();
let read: ReadingsOf | undefined;

async function fetchReadings(): Promise<ReadingsOf> {
  const { polyphonic } = await import('./pinyin.ts');
  return (text) => {
    const found =
      known.get(text) ??
      [...text].map((sign) => (HAN.test(sign) ? [...new Set(polyphonic(sign, { toneType: 'none', type: 'array' })[0])] : []));
    known.set(text, found);
    return found;
  };
}

/**
 * How Chinese texts are read. The data is large, and only letters are looked up in it: it is fetched once the first letter
 * is typed. Undefined until it is there; without it, texts are found as they are written.
 */
export function useReadings(keyword: string): { readings: ReadingsOf | undefined; isAwaited: boolean } {
  const wanted = LETTER.test(keyword);
  const [, setArrived] = useState(read !== undefined);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!wanted || read) return;
    let isWatched = true;
    fetchReadings().then(
      (fetched) => {
        read = fetched;
        if (isWatched) setArrived(true);
      },
      () => isWatched && setMissing(true),
    );
    return () => {
      isWatched = false;
    };
  }, [wanted]);
  const readings = wanted ? read : undefined;
  return useMemo(() => ({ readings, isAwaited: wanted && !readings && !isMissing }), [readings, wanted, isMissing]);
}
