// Written into the page, in words that any browser knows: below the versions of vite.config.ts the app's own scripts and styles may not even
// be read. Both features came with Safari 17.5; Chrome had the last of them in 123, Firefox in 129.
(function () {
  if (window.CSS && CSS.supports && CSS.supports('color', 'light-dark(red, red)') && 'CSSStartingStyleRule' in window) return;
  document.querySelector('.requirements').removeAttribute('hidden');
})();
