/**
 * Each of these plays once, as it comes into sight; until then it holds its first picture. Those that
 * are in sight already are left as they are: somebody may have been looking at them, whole, since before there was a script. Returns what ends it.
 */
export function playScenes(scenes: Iterable<Element>): () => void {
  if (!('IntersectionObserver' in globalThis)) return () => undefined;
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting, intersectionRatio } of seen) {
        const waits = target.hasAttribute('data-scene');
        if (waits ? !isIntersecting : intersectionRatio === 0) target.setAttribute('data-scene', 'waits');
        else {
          if (waits) target.setAttribute('data-scene', 'plays');
          observer.unobserve(target);
        }
      }
    },
    { threshold: 0.3 },
  );
  for (const scene of scenes) observer.observe(scene);
  return () => observer.disconnect();
}
