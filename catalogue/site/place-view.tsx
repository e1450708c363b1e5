import type { Place } from '#catalogue/machines/catalogue-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { CallPage } from './call-page.tsx';
import { PlaceLink, useCatalogue } from './catalogue-provider.tsx';
import { ChangesPage } from './changes-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { ReasonsPage } from './reasons-page.tsx';
import { SearchPage } from './search-page.tsx';
import { StatesPage } from './states-page.tsx';
import { VerifyPage } from './verify-page.tsx';

interface PlaceViewProps {
  place: Place;
  isStandalone: boolean;
  /** Returns to the place before the search. */
  onLeave: () => void;
}

function Nowhere({ name }: { name?: string }) {
  const t = useText();
  return (
    <>
      <h1>{t('contracts.nowhere')}</h1>
      <p>{name === undefined ? t('contracts.nowhereText') : t('contracts.noCall', { name })}</p>
      <p>
        <PlaceLink to={{ kind: 'overview' }}>{t('contracts.overview')}</PlaceLink>
      </p>
    </>
  );
}

/** The page of a place. */
export function PlaceView({ place, isStandalone, onLeave }: PlaceViewProps) {
  const { calls } = useCatalogue();
  switch (place.kind) {
    case 'overview':
      return <OverviewPage />;
    case 'call': {
      const call = calls.get(place.name);
      return call ? <CallPage key={call.name} call={call} example={place.example} /> : <Nowhere name={place.name} />;
    }
    case 'reasons':
      return <ReasonsPage chosen={place.reason} />;
    case 'states':
      return <StatesPage chosen={place.name} />;
    case 'changes':
      return <ChangesPage />;
    case 'verify':
      return <VerifyPage isStandalone={isStandalone} />;
    case 'search':
      return <SearchPage query={place.query} onLeave={onLeave} />;
    case 'nowhere':
      return <Nowhere />;
  }
}
