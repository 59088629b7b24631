// Written into the page: the theme has to be on <html> before the first paint, and a file would keep that back by a round trip. The
// colours are --bg-0 of both themes, for the browser's own bars.
(() => {
  // From a page whose address holds a name and password (http://name:password@host) no relative address can be fetched.
  if (/^\w+:\/\/[^/]*@/.test(document.URL)) {
    location.replace(location.origin + location.pathname + location.search + location.hash);
  }
  let theme = 'dark';
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light';
  } catch {
    // Storage is refused in some private windows: the default stays.
  }
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#fdf6fa' : '#0c060d');
})();
