import { mailMessages } from './mail-messages.fr.ts';
import type { Message } from './mail-sender.ts';

interface PasswordReset {
  to: string;
  username: string;
  link: string;
}

/** The mail with which a person chooses another password. */
export function passwordResetMail({ to, username, link }: PasswordReset): Message {
  const { subject, hello, why, button, spelledOut, expires, notYou, bye } = mailMessages.passwordReset;
  const { signature } = mailMessages;
  return {
    to,
    subject: `${signature} · ${subject}`,
    text: `${[hello(username), why, link, expires, notYou, `${bye}\n${signature}`].join('\n\n')}\n`,
    html: page(subject, [
      `<p style="${brand}">${escaped(signature)}</p>`,
      paragraph(hello(username)),
      paragraph(why),
      `<p style="margin:28px 0"><a href="${escaped(link)}" style="${look}">${escaped(button)}</a></p>`,
      paragraph(expires),
      paragraph(notYou),
      `<p style="${small}">${escaped(spelledOut)}<br><a href="${escaped(link)}" style="${whole}">${escaped(link)}</a></p>`,
      paragraph(bye),
    ]),
  };
}

// Neither background nor colour of the text: the reader's own stay, light or dark. Only what has both is coloured.
const brand = 'margin:0 0 24px;font-size:22px;font-weight:800;letter-spacing:.02em;color:#d6336c';
const look =
  'display:inline-block;padding:14px 28px;border-radius:999px;background-color:#b5176b;background-image:linear-gradient(135deg,#b5176b,#c92a2a);color:#ffffff;font-weight:700;text-align:center;text-decoration:none';
const small = 'margin:24px 0;font-size:14px;opacity:.8';
const whole = 'color:inherit;overflow-wrap:anywhere;word-break:break-all';
const body = "margin:0;padding:24px 16px;font-family:Figtree,system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.55";

function page(title: string, parts: readonly string[]): string {
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

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(text)}</p>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
