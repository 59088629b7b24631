/**
 * Puts the text of a field on the clipboard; false when the browser does not let us, and then the text is selected, for
 * the person to copy it herself.
 */
export async function copyTextOf(field: HTMLInputElement): Promise<boolean> {
  if (isSecureContext) {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      // Forbidden here; the old way may still be open.
    }
  }
  field.focus();
  field.select();
  try {
    // The one way on plain http, as at home on a local network.
    return document.execCommand('copy');
  } catch {
    // Forbidden too: the person copies it herself.
    return false;
  }
}
