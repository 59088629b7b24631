/** Joins class names, leaving out what is not there: `classNames(styles.tile, selected && styles.selected)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
