import { Component, createRef, type ReactNode, type RefObject } from 'react';
import styles from './anchored-status.module.css';

interface Props {
  className: string | undefined;
  children: ReactNode;
  /** Which screen stands below it: another one begins where the status ends. */
  screen: string;
  /** The page below is covered, so nobody sees or presses it. */
  isCovered: boolean;
}

/**
 * A banner above the page. Showing or hiding it scrolls the page by its height, so nothing moves under a finger. It lies over the top of the
 * page until the person scrolls up. When it goes while they look at it, its space stays empty until they scroll on, open another screen, or
 * something covers it. Scroll anchoring cannot do this: Safari has none, and it never works at the very top.
 *
 * A class, since only a class is asked before the document changes: in Chromium scroll anchoring may have scrolled by the time it has.
 */
export class AnchoredStatus extends Component<Props> {
  private readonly region = createRef<HTMLDivElement>();
  private readonly content = createRef<HTMLDivElement>();
  /** How much of the page it takes, in pixels. */
  private height = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private readonly noteScroll = () => {
    // Asked in every frame: where it says nothing and keeps no place, where the page is need not be worked out.
    if (!this.height && !this.content.current?.firstChild) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(this.giveBack, restMs);
  };
  /** Once the page is at rest: on an iPhone, a script that scrolls would stop a page that still glides after a swipe. */
  private readonly giveBack = () => {
    const before = scrollY;
    if (before < this.height - rounding) return;
    const spare = this.taken(this.region) - this.needed();
    this.fit();
    // A browser with scroll anchoring has scrolled the page by this much already.
    if (spare >= rounding) scrollTo({ top: before - spare, behavior: 'instant' });
  };

  override componentDidMount(): void {
    if (this.props.children !== null) this.fit();
    addEventListener('scroll', this.noteScroll, { passive: true });
  }

  override componentWillUnmount(): void {
    removeEventListener('scroll', this.noteScroll);
    clearTimeout(this.resting);
  }

  /** How far the page is scrolled, in pixels; null where nothing is said before or after: then it need not be laid out to be asked. */
  override getSnapshotBeforeUpdate({ children }: Props): number | null {
    return this.height === 0 && children === null && this.props.children === null ? null : scrollY;
  }

  override componentDidUpdate({ screen, isCovered }: Props, _: unknown, before: number | null): void {
    if (before === null) return;
    if (screen !== this.props.screen || isCovered !== this.props.isCovered) return this.fit();
    const grown = this.needed() - this.height;
    if (grown === 0) return;
    if (before + grown < -rounding) {
      this.region.current?.style.setProperty('min-height', `${this.height}px`);
      scrollTo({ top: before, behavior: 'instant' });
      return;
    }
    // Longer before it is scrolled, and shorter after it.
    if (grown > 0) this.fit();
    scrollTo({ top: before + grown, behavior: 'instant' });
    this.fit();
  }

  override render(): ReactNode {
    return (
      // The live region is there from the start: one that is added together with its text is often not read out.
      <div ref={this.region} role="status" aria-live="polite" className={this.props.className}>
        <div ref={this.content} className={styles.content}>
          {this.props.children}
        </div>
      </div>
    );
  }

  /** How high its text is, in pixels. */
  private needed(): number {
    return this.taken(this.content);
  }

  /** In pixels. Where it stands in the bar above it takes nothing of the page. */
  private taken({ current: part }: RefObject<HTMLDivElement | null>): number {
    const { current: region } = this.region;
    if (!part || !region || getComputedStyle(region).position === 'fixed') return 0;
    return part.getBoundingClientRect().height;
  }

  private fit(): void {
    const { current: region } = this.region;
    const page = region?.parentElement;
    region?.style.removeProperty('min-height');
    this.height = this.needed();
    // A page without length can be scrolled by it, too.
    if (this.height > 0) page?.style.setProperty('--above', `${this.height}px`);
    else page?.style.removeProperty('--above');
  }
}

/** In pixels: a page is scrolled by whole ones, what stands on it is not as high as that. */
const rounding = 1;

/** In milliseconds without a scroll event. Safari tells the end of scrolling since version 26.2 only. */
const restMs = 150;
