/**
 * Where a browser on an iPhone or iPad has its share sheet, by which an app is installed there. Checked last in 2026-11, for iOS 18 and 26.
 *
 * Safari on iOS 26 still says 'iPhone OS 18_6' or 18_7: its own version counts. An iPad says that it is a Mac.
 */
export type InstallLayout =
  /** Safari up to iOS 18: a button of the bar. */
  | 'bar'
  /** Safari on an iPhone from iOS 26: behind '…', unless its owner chose another bar. The sheet may hide what it offers behind 'Voir plus'. */
  | 'dots'
  /** Safari on an iPad from iPadOS 26: a button of the bar, and the same sheet. */
  | 'tablet'
  /** Chrome, Firefox, Edge and others: beside the address, or in a menu. Some keep the version of the system to themselves. */
  | 'other'
  /** The window of another app, in which nothing can be installed. */
  | 'inside';

const others = /\b(?:CriOS|FxiOS|EdgiOS|OPT|OPX|DuckDuckGo|Ddg|YaBrowser|Focus|Vivaldi)\//;
const firstWithDots = 26;

export function installLayout(userAgent: string): InstallLayout {
  if (others.test(userAgent)) return 'other';
  const version = /\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\/[\d.]+$/.exec(userAgent)?.[1];
  if (version === undefined) return /\bSafari\//.test(userAgent) ? 'other' : 'inside';
  if (Number(version) < firstWithDots) return 'bar';
  return /\biP(?:hone|od)\b/.test(userAgent) ? 'dots' : 'tablet';
}
