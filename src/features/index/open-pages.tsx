import { Link } from 'react-router-dom';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

/** The most used pages, shown first. */
const QUICK_PATHS: readonly string[] = ['/advertising/publish', '/material/upload', '/advertising/start'];
const isQuick = ({ path }: { path: string }) => QUICK_PATHS.includes(path);

/** Links to every other page of the user's menu. */
export function OpenPages() {
  const t = useText();
  const locale = useLocaleName();
  const listedPages = useViewer().pages.filter(({ path, hidden }) => path !== '/index' && !hidden);
  const pages = [
    ...listedPages.filter(isQuick).toSorted((a, b) => QUICK_PATHS.indexOf(a.path) - QUICK_PATHS.indexOf(b.path)),
    ...listedPages.filter((one) => !isQuick(one)),
  ];
  return (
    <section className="ads-home-block" aria-labelledby="home-pages">
      <header className="ads-home-head">
        <h2 id="home-pages">{t('home.pages')}</h2>
      </header>
      {pages.length === 0 ? (
        <p className="ads-home-quiet">{t('home.noPages')}</p>
      ) : (
        <ul className="ads-home-links">
          {pages.map(({ path, title, titleEn }) => (
            <li key={path}>
              <Link to={path}>{locale === 'en' ? titleEn : title}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
