/**
 * Where scrolling itself moves nothing, each of these plays once, as it comes into sight; until then it holds its first picture. Without
 * script none is touched: they are whole from the start. Returns what ends it.
 */
export function playScenes(scenes: Iterable<Element>): () => void {
  if (!('IntersectionObserver' in globalThis) || CSS.supports('animation-timeline: view()')) return () => undefined;
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        target.setAttribute('data-scene', 'plays');
        observer.unobserve(target);
      }
    },
    { threshold: 0.3 },
  );
  for (const scene of scenes) {
    scene.setAttribute('data-scene', 'waits');
    observer.observe(scene);
  }
  return () => observer.disconnect();
}
