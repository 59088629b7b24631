import { mailMessages } from './mail-messages.fr.ts';
import { brandLine, buttonLink, mailPage, note, paragraph, writtenOut } from './mail-page.ts';
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
    html: mailPage(subject, [
      brandLine(signature),
      paragraph(hello(username)),
      paragraph(why),
      buttonLink(button, link),
      paragraph(expires),
      paragraph(notYou),
      note(spelledOut, writtenOut(link)),
      paragraph(bye),
    ]),
  };
}
