import type { BoardId } from '#shared/ids';
import type { Recap } from '#shared/recap';
import { mailMessages } from '../mail/mail-messages.fr.ts';
import { brandLine, escaped, mailPage, note, paragraph } from '../mail/mail-page.ts';
import type { Message } from '../mail/mail-sender.ts';
import { recapMailMessages } from './recap-mail-messages.fr.ts';

interface RecapMail {
  to: string;
  username: string;
  origin: string;
  token: string;
  week: string;
  boards: readonly { id: BoardId; title: string; icon: string; total: Recap['total'] }[];
}

const card = 'margin:0 0 16px;padding:16px 18px;border:1px solid #99808e;border-left:6px solid #d6336c;border-radius:16px';

/** The page with the button that ends these mails; behind # no log sees the token. */
export function stopPage(token: string): string {
  return `/login#recap=${encodeURIComponent(token)}`;
}

/** The mail about a week on all boards of a person: sums alone, no title of an action and no name of anybody else. */
export function recapMail({ to, username, origin, token, week, boards }: RecapMail): Message {
  const { subject, hello, why, board: sums, before, open, bye, end, stop } = recapMailMessages;
  const { signature } = mailMessages;
  const stopLink = `${origin}${stopPage(token)}`;
  const told = boards.map(({ id, title, icon, total }) => ({
    link: `${origin}/board/${id}?recap=${week}`,
    name: `${icon} ${title}`,
    sums: sums(total),
    before: total.before && before({ actions: total.actions, before: total.before.actions }),
  }));
  return {
    to,
    subject: `${signature} · ${subject}`,
    text: `${[
      hello({ username }),
      why({ week }),
      ...told.map((one) => [one.name, one.sums, one.before, one.link].filter((line) => line !== null).join('\n')),
      `${bye}\n${signature}`,
      `${end}\n${stop} : ${stopLink}`,
    ].join('\n\n')}\n`,
    html: mailPage(subject, [
      brandLine(signature),
      paragraph(hello({ username })),
      paragraph(why({ week })),
      ...told.map(
        (one) =>
          `<div style="${card}"><p style="margin:0;font-weight:700">${escaped(one.name)}</p>` +
          `<p style="margin:4px 0;font-size:22px;line-height:1.25;font-weight:800">${escaped(one.sums)}</p>` +
          (one.before === null ? '' : `<p style="margin:0">${escaped(one.before)}</p>`) +
          `<p style="margin:12px 0 0"><a href="${escaped(one.link)}" style="color:inherit;font-weight:700">${escaped(open)}</a></p></div>`,
      ),
      paragraph(bye),
      note(end, `<a href="${escaped(stopLink)}" style="color:inherit">${escaped(stop)}</a>`),
    ]),
    headers: {
      'List-Unsubscribe': `<${origin}/api/recap-mail/unsubscriptions/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
