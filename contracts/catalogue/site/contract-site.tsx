import { useSelector } from '@xstate/react';
import type { Place } from '#machines/contract-catalogue/catalogue-place.ts';
import type { ContractCatalogue } from '#machines/contract-catalogue/contract-catalogue.machine.ts';
import { FeatureTexts, type Language, TextProvider } from '#src/locale/text-provider.tsx';
import { Announcer } from '#src/ui/announcer.tsx';
import { ErrorBoundary } from '#src/ui/error-boundary.tsx';
import { Notices } from '#src/ui/notice-stack.tsx';
import { messages } from './messages/index.ts';
import { SiteFrame } from './site-frame.tsx';

export interface SiteProps {
  site: ContractCatalogue;
  /** The data stands beside the page: other files do too. */
  isStandalone: boolean;
  /** As if a link to the place had been followed. */
  onGo: (place: Place) => void;
  onName: (title: string) => void;
}

/** The catalogue in its language. Instants in it are days: no timezone matters. */
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
