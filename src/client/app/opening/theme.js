// Written into the page: the theme has to be on <html> before the first paint, and the lock over what it must not show. A file would keep
// that back by a round trip. The colours are --bg-0 of both themes, for the browser's own bars.
(() => {
  // From a page whose address holds a name and password (http://name:password@host) no relative address can be fetched.
  if (/^\w+:\/\/[^/]*@/.test(document.URL)) {
    location.replace(location.origin + location.pathname + location.search + location.hash);
  }
  const { dataset } = document.documentElement;
  dataset.theme = 'dark';
  try {
    const { theme, lock } = localStorage;
    if (theme === 'light') dataset.theme = theme;
    if (lock) {
      // Covered, unless the app was left so short a time ago: the rule of lock/lock-rule.ts, and the notes of lock/lock-record.ts.
      dataset.covered = '';
      const away = Date.now() - localStorage['lock-left'];
      if (away >= 0 && away < JSON.parse(lock).minutes * 60000) delete dataset.covered;
    }
  } catch {
    // Storage is refused in some private windows: the default stays, and there is no lock. One that cannot be read stays closed.
  }
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dataset.theme === 'light' ? '#fdf6fa' : '#0c060d');
})();
