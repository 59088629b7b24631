/** Hands a file over to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the press is over.
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

const keptMs = 60_000;
