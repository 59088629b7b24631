/** The HTML of our mails. */

// Neither background nor colour of the text: the reader's own stay, light or dark. Only what has both is coloured.
const brand = 'margin:0 0 24px;font-size:22px;font-weight:800;letter-spacing:.02em;color:#d6336c';
const look =
  'display:inline-block;padding:14px 28px;border-radius:999px;background-color:#b5176b;background-image:linear-gradient(135deg,#b5176b,#c92a2a);color:#ffffff;font-weight:700;text-align:center;text-decoration:none';
const small = 'margin:24px 0;font-size:14px;opacity:.8';
const whole = 'color:inherit;overflow-wrap:anywhere;word-break:break-all';
const body = "margin:0;padding:24px 16px;font-family:Figtree,system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.55";

/** A whole mail of these parts, which are HTML. */
export function mailPage(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="${body}">
<div style="max-width:480px;margin:0 auto">
${parts.join('\n')}
</div>
</body>
</html>
`;
}

export function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(text)}</p>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

export function brandLine(name: string): string {
  return `<p style="${brand}">${escaped(name)}</p>`;
}

export function buttonLink(text: string, link: string): string {
  return `<p style="margin:28px 0"><a href="${escaped(link)}" style="${look}">${escaped(text)}</a></p>`;
}

/** Small print; what stands under it is HTML. */
export function note(text: string, under: string): string {
  return `<p style="${small}">${escaped(text)}<br>${under}</p>`;
}

/** A link that shows its address, to be copied. */
export function writtenOut(link: string): string {
  return `<a href="${escaped(link)}" style="${whole}">${escaped(link)}</a>`;
}
