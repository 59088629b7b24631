import { createElement, type ReactNode, type SVGProps } from 'react';

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/** Draws an icon of lucide-react, in its place in the build (see vite.config.ts): it can do much that no icon here asks for. */
export default function createIcon({ node }: IconData) {
  return function Icon(props: SVGProps<SVGSVGElement>): ReactNode {
    const drawing = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
    } as const;
    return createElement('svg', { ...drawing, ...props }, ...node.map(([tag, attributes]) => createElement(tag, attributes)));
  };
}
