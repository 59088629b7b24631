import { counted, fullDay } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

interface Shown {
  days: number;
  isLit: boolean;
  isDuel: boolean;
  jokers: number;
  /** A joker filled yesterday. */
  isSaved: boolean;
  /** The last day of a pause. */
  restsUntil: string | undefined;
}

const dayOf = (day: string) => fullDay(new Date(`${day}T12:00`).getTime());

export const flameMessages = typographic({
  label: ({ days, isLit, isDuel, jokers, isSaved, restsUntil }: Shown) =>
    [
      `Série : ${counted(days, 'jour')}`,
      restsUntil !== undefined
        ? `au repos jusqu'au ${dayOf(restsUntil)}`
        : isLit
          ? isDuel
            ? "à deux aujourd'hui"
            : "allumée aujourd'hui"
          : "pas encore allumée aujourd'hui",
      ...(isSaved ? ['sauvée hier par un joker'] : []),
      ...(jokers > 0 ? [`${counted(jokers, 'joker')} en réserve`] : []),
    ].join(', '),
  title: ({ isDuel }: { isDuel: boolean }) => (isDuel ? 'Série à deux' : 'Série à plusieurs'),
  days: ({ days }: { days: number }) => counted(days, 'jour'),
  /** Instead of a number: it never burned, or is out. */
  unlit: "Bientôt l'étincelle",
  out: 'Prête à repartir',
  /** What is to be done for it to burn. */
  begin: ({ isDuel }: { isDuel: boolean }) =>
    isDuel ? "Jouez à deux le même jour, et la flamme s'allume." : "Jouez à deux ou plus le même jour, et la flamme s'allume.",
  lit: ({ isDuel }: { isDuel: boolean }) => (isDuel ? "Vous avez joué à deux aujourd'hui." : "Allumée pour aujourd'hui."),
  waiting: ({ isDuel }: { isDuel: boolean }) =>
    isDuel ? "Aujourd'hui, elle vous attend à deux." : "Aujourd'hui, elle attend que deux d'entre vous jouent.",
  yourTurn: ({ name, isDuel }: { name: string; isDuel: boolean }) =>
    isDuel ? `${name} a joué aujourd'hui. Il ne manque que vous.` : `${name} a joué aujourd'hui. Jouez aussi, et elle s'allume.`,
  theirTurn: ({ name }: { name: string | null }) =>
    name === null ? "Vous avez joué aujourd'hui. Il suffit d'une autre personne." : `Vous avez joué aujourd'hui. Il ne manque que ${name}.`,
  rests: ({ lastDay }: { lastDay: string }) => `Elle se repose jusqu'au ${dayOf(lastDay)}. Bon repos !`,
  /** The heading of the members who have not played today. */
  quiet: "Pas encore joué aujourd'hui",
  moreQuiet: ({ count }: { count: number }) => `Et ${counted(count, 'autre')}`,
  nudgeSomebody: "Relancer quelqu'un",
  jokers: ({ count }: { count: number }) => `${counted(count, 'joker')} en réserve`,
  nextJoker: ({ days }: { days: number }) =>
    days === 0 ? "Un joker dès aujourd'hui" : days === 1 ? 'Un joker demain' : `Un joker dans ${counted(days, 'jour')}`,
  jokerUsed: ({ day }: { day: string }) => `Un joker a sauvé la flamme le ${dayOf(day)}.`,
  jokerUsedYesterday: 'Hier, un joker a sauvé la flamme.',
  saved: ({ days }: { days: number }) => `Ouf ! Hier, un joker a sauvé votre série de ${counted(days, 'jour')}.`,
  record: ({ days }: { days: number }) => `Record : ${counted(days, 'jour')}`,
});
