import { useSelector } from '@xstate/react';
import { FeatureTexts, type Language, TextProvider } from '#src/locale/text-provider.tsx';
import { Announcer } from '#src/ui/overlay/announcer.tsx';
import { Notices } from '#src/ui/overlay/notice-stack.tsx';
import { ErrorBoundary } from '#src/ui/page/error-boundary.tsx';
import { messages } from './messages/index.ts';
import { SiteFrame, type SiteProps } from './site-frame.tsx';

/** The catalogue in the user's language. Its dates are plain days, so the time zone does not matter. */
export function ContractSiteView(props: SiteProps) {
  const { locale } = useSelector(props.site, (state) => state.children);
  const language = useSelector(locale, (state) => state?.context.language);
  if (!language) return null;
  return (
    <TextProvider language={language as Language} timezone="UTC">
      <FeatureTexts messages={messages}>
        <ErrorBoundary>
          <SiteFrame {...props} />
        </ErrorBoundary>
        <Notices />
        <Announcer />
      </FeatureTexts>
    </TextProvider>
  );
}
