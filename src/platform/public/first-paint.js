// Runs before the first paint: a dark page is dark from its first pixel on.
(() => {
  let stored = null;
  try {
    stored = JSON.parse(window.localStorage.getItem('setting-storage') || 'null');
  } catch {
    // unreadable settings are no settings
  }
  const isDark = typeof stored?.isDark === 'boolean' ? stored.isDark : matchMedia('(prefers-color-scheme: dark)').matches;
  if (isDark) document.documentElement.classList.add('dark');
})();
