import { useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { ExpectedValue, RecordingFault } from '../../model/field-reader.ts';

/** Describes why something is not a recording, in the user's language. */
export function useFormatFault(): (fault: RecordingFault) => string {
  const t = useText();
  return useMemo(() => {
    const formatExpected = (expected: ExpectedValue): string => {
      if (!expected.startsWith('one of ')) return t(`replay.expected.${expected as Exclude<ExpectedValue, `one of ${string}`>}`);
      return t('replay.expected.oneOf', { known: expected.slice('one of '.length) });
    };
    return (fault) => {
      switch (fault.kind) {
        case 'field':
          return t('replay.fault.field', { field: fault.field, expected: formatExpected(fault.expected) });
        case 'tooDeep':
          return t('replay.fault.tooDeep', { field: fault.field });
        case 'version':
          return t('replay.fault.version', { version: fault.version });
        case 'unreadable':
        case 'noClipboard':
        case 'empty':
        case 'tooLarge':
        case 'notJson':
        case 'notRecording':
          return t(`replay.fault.${fault.kind}`);
      }
    };
  }, [t]);
}
