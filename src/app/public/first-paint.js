// Runs before the first paint: a dark page is dark from its first pixel on.
try {
  var stored = JSON.parse(window.localStorage.getItem('setting-storage') || '{}');
  if (stored && stored.isDark === true) document.documentElement.classList.add('dark');
  if (stored && stored.locale === 'en') document.documentElement.lang = 'en-US';
} catch (_) {
  // unreadable settings are no settings
}
