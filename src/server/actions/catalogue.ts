import { avatars } from '#shared/account-rules';
import type { NewAction } from '#shared/actions';
import { boardIcons } from '#shared/board-choices';
import { reactionEmojis } from '#shared/reaction-choices';
import { typographic } from '#shared/typography';

interface PredefinedAction extends NewAction {
  category: 'positive' | 'negative';
  emoji: string;
}

/**
 * What a new installation starts with. No title blames a body, a taste or an income, and none agrees in gender with the
 * person who plays it: it must be as good between two friends as in a couple. Each says what happened as a noun, so that it
 * reads well after any name, and after 'Vous'.
 */
export const predefinedActions: readonly PredefinedAction[] = [
  ...positive([
    ['☕', 'Café servi avant le premier mot', 5],
    ['📺', 'Télécommande cédée sans négocier', 5],
    ['🙃', 'Rire sincère à une blague déjà entendue', 5],
    ['🤗', 'Câlin sans raison', 5],
    ['🍻', 'Tournée offerte, sans tenir les comptes', 10],
    ['🪴', 'Plantes encore vivantes au retour', 10],
    ['🗑️', 'Poubelles sorties sans un mot', 10],
    ['📦', 'Colis récupéré à 18\u00A0h\u00A059', 10],
    ['🍫', 'Dernier carré de chocolat, partagé', 15],
    ['👂', 'Écoute totale, téléphone dans le sac', 15],
    ['🧦', 'Lessive pliée, chaussettes par deux', 15],
    ['😴', 'Grasse matinée offerte', 15],
    ['🪫', 'Chargeur prêté à 3\u202F%', 15],
    ['🧀', 'Dernier bout de comté laissé', 15],
    ['🗺️', 'Trajet sans un soupir de copilote', 15],
    ['💃', 'Premiers pas sur la piste', 15],
    ['🥐', 'Petit-déj au lit', 20],
    ['🍲', 'Soupe et plaid un jour de rhume', 20],
    ['🪛', 'Étagère montée, aucune vis en trop', 20],
    ['🎂', 'Anniversaire retenu sans rappel', 20],
    ['🕷️', 'Araignée relogée avec dignité', 20],
    ['🥘', 'Lasagnes pour tout le monde', 20],
    ['🕯️', 'Dîner aux bougies un mardi', 25],
    ['🤫', "« Je te l'avais dit » ravalé", 25],
    ['🚿', 'Douche débouchée à mains nues', 25],
    ['👵', 'Déjeuner de famille, sourire compris', 25],
    ['💆', "Massage de nuque, sans regarder l'heure", 30],
    ['🏝️', 'Week-end surprise, valise comprise', 30],
    ['✈️', 'Aéroport à cinq heures du matin, de bonne humeur', 30],
    ['🏋️', "Canapé porté jusqu'au cinquième", 30],
  ]),
  ...negative([
    ['🧻', 'Rouleau vide laissé en place', -10],
    ['💬', '« Je te rappelle dans 5 minutes », mardi dernier', -10],
    ['🎙️', 'Vocal de sept minutes', -10],
    ['🥶', 'Pieds glacés sous la couette', -10],
    ['🍪', 'Miettes dans le lit', -10],
    ['💡', 'Versailles laissé allumé', -10],
    ['👟', 'Footing annulé, sieste maintenue', -10],
    ['🌡️', 'Guerre du thermostat relancée', -10],
    ['🚪', "« J'arrive » dit il y a une heure", -10],
    ['🛋️', 'Film choisi, générique jamais vu', -10],
    ['🧳', 'Trois jours, valise de trois semaines', -10],
    ['🍽️', 'Vaisselle vue, contournée, oubliée', -15],
    ['📱', 'Téléphone à table, « juste une seconde »', -15],
    ['🔑', 'Clés perdues, épisode douze', -15],
    ['🙈', 'Sommeil simulé quand le chat réclame', -15],
    ['🍟', "« Je n'ai pas faim », puis razzia sur les frites", -15],
    ['🧽', '« Je laisse tremper », jour trois', -15],
    ['🙄', '« Comme tu veux », puis soupir devant la carte', -15],
    ['🥛', 'Bouteille vide remise au frigo', -15],
    ['🎁', 'Cadeau acheté à 19\u00A0h\u00A055', -15],
    ['🧺', 'Linge blanc devenu rose', -20],
    ['🎬', 'Fin du film racontée', -20],
    ['💳', 'Addition là, portefeuille ailleurs', -20],
    ['🐟', 'Poisson au micro-ondes', -20],
    ['🍿', 'Épisode suivant vu en cachette', -25],
    ['📂', 'Vieux dossier ressorti au dessert', -25],
    ['🐇', 'Lapin posé un samedi soir', -30],
  ]),
];

/** An entry of an earlier release as it stood there, and the title that took its place in the next one. */
interface Replaced extends Pick<PredefinedAction, 'emoji' | 'title' | 'points'> {
  by: string;
}

export const replacedActions: readonly Replaced[] = replaced([
  ['📺', 'A cédé la télécommande', 5, 'Télécommande cédée sans négocier'],
  ['🙃', 'A ri à une blague déjà entendue', 5, 'Rire sincère à une blague déjà entendue'],
  ['🪞', 'Petit dessin sur la buée du miroir', 5, 'Chargeur prêté à 3\u202F%'],
  ['🎲', 'Partie perdue avec le sourire', 5, 'Dernier bout de comté laissé'],
  ['🍻', 'A payé sa tournée', 10, 'Tournée offerte'],
  ['🎶', 'Playlist parfaite pour la route', 10, 'Trajet sans un soupir de copilote'],
  ['😂', 'Fou rire à en pleurer', 10, 'Premiers pas sur la piste'],
  ['📞', 'Coup de fil juste pour la voix', 10, 'Colis récupéré avant la fermeture'],
  ['🥰', 'Compliment devant tout le monde', 10, 'Araignée relogée avec dignité'],
  ['💌', 'Mot doux caché dans une poche', 15, 'Massage sans contrepartie'],
  ['👂', 'A écouté, téléphone dans le sac', 15, 'Écoute totale, téléphone dans le sac'],
  ['🥞', 'Crêpes pour toute la bande', 15, 'Lasagnes pour tout le monde'],
  ['😴', "A laissé dormir jusqu'à midi", 15, 'Grasse matinée offerte'],
  ['🕊️', 'Excuses avant le dessert', 20, 'Douche débouchée à mains nues'],
  ['🚗', 'Volant et eau plate toute la soirée', 25, 'Déjeuner de famille, sourire compris'],
  ['🤐', 'Secret gardé sous les chatouilles', 25, "« Je te l'avais dit » ravalé"],
  ['🧳', 'Week-end surprise, valise comprise', 30, 'Week-end surprise, valise comprise'],
  ['🛋️', "Canapé porté jusqu'au cinquième", 30, "Canapé porté jusqu'au cinquième"],
  ['🍟', 'Dernière frite volée', -10, "« Je n'ai pas faim », puis razzia sur les frites"],
  ['🍕', 'Aucun avis pour choisir la pizza', -10, '« Comme tu veux » qui voulait dire non'],
  ['💡', 'A laissé Versailles allumé', -10, 'Versailles laissé allumé'],
  ['🎤', 'Karaoké monopolisé', -10, 'Ronflements pendant le film choisi'],
  ['⏳', 'Deux minutes qui durent une heure', -15, "« J'arrive » dit il y a une heure"],
  ['🚿', "Plus une goutte d'eau chaude", -15, '« Je laisse tremper », jour trois'],
  ['⛽', 'Réservoir rendu sur la réserve', -15, 'Bouteille vide remise au frigo'],
  ['🙈', 'A fait semblant de dormir', -15, 'Sommeil parfaitement simulé'],
  ['🃏', 'Triche aux cartes, la main dans le sac', -15, 'Trois jours, valise de trois semaines'],
  ['🎬', 'A vendu la fin du film', -20, 'Fin du film racontée'],
  ['🕰️', 'Retard sans un petit message', -20, 'Cadeau acheté à 19\u00A0h\u00A055'],
  ['📸', 'Photo du réveil postée sans accord', -30, 'Poisson au micro-ondes'],
  ['🙈', 'Sommeil parfaitement simulé', -15, 'Sommeil simulé quand le chat réclame'],
  ['🙄', '« Comme tu veux » qui voulait dire non', -15, '« Comme tu veux », puis soupir devant la carte'],
  ['💆', 'Massage sans contrepartie', 30, "Massage de nuque, sans regarder l'heure"],
  ['🍻', 'Tournée offerte', 10, 'Tournée offerte, sans tenir les comptes'],
  ['📱', 'Téléphone à table', -15, 'Téléphone à table, « juste une seconde »'],
  ['🍽️', 'Vaisselle oubliée', -15, 'Vaisselle vue, contournée, oubliée'],
  ['📦', 'Colis récupéré avant la fermeture', 10, 'Colis récupéré à 18\u00A0h\u00A059'],
  ['🪛', 'Étagère montée du premier coup', 20, 'Étagère montée, aucune vis en trop'],
  ['✈️', "Conduite à l'aéroport à cinq heures", 30, 'Aéroport à cinq heures du matin, de bonne humeur'],
  ['📂', 'Vieux dossier de 2019 ressorti', -25, 'Vieux dossier ressorti au dessert'],
  ['🛋️', 'Ronflements pendant le film choisi', -10, 'Film choisi, générique jamais vu'],
  ['💬', 'Message lu lundi, réponse jeudi', -10, '« Je te rappelle dans 5 minutes », mardi dernier'],
]);

/** What stands in the catalogue now in the place of what an earlier release had: also by way of others that were replaced since. */
export function successorOf({ by }: Replaced): PredefinedAction | undefined {
  const later = replacedActions.find(({ title }) => title === by);
  return predefinedActions.find(({ title }) => title === by) ?? (later && successorOf(later));
}

/** The emojis of each category of `GET /api/emojis`, in the order shown. */
export const emojiSets = {
  avatars: avatars.map(({ symbol }) => symbol),
  boards: boardIcons.map(({ symbol }) => symbol),
  reactions: reactionEmojis,
} as const;

type Row = readonly [emoji: string, title: string, points: number];

function positive(rows: readonly Row[]): PredefinedAction[] {
  return rows.map(([emoji, title, points]) => ({ title: typographic(title), points, category: 'positive', emoji }));
}

function negative(rows: readonly Row[]): PredefinedAction[] {
  return rows.map(([emoji, title, points]) => ({ title: typographic(title), points, category: 'negative', emoji }));
}

function replaced(rows: readonly (readonly [...Row, by: string])[]): Replaced[] {
  return rows.map(([emoji, title, points, by]) => ({ emoji, title: typographic(title), points, by: typographic(by) }));
}
