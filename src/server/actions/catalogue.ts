import { avatars } from '#shared/account-rules';
import type { NewAction } from '#shared/actions';
import { boardIcons } from '#shared/board-choices';

interface PredefinedAction extends NewAction {
  category: 'positive' | 'negative';
  emoji: string;
}

/**
 * What a new installation starts with. No title blames a body, a taste or an income, and none agrees in gender with the
 * person who plays it: it must be as good between two friends as in a couple.
 */
export const predefinedActions: readonly PredefinedAction[] = [
  ...positive([
    ['☕', 'Café servi avant le premier mot', 5],
    ['📺', 'A cédé la télécommande', 5],
    ['🙃', 'A ri à une blague déjà entendue', 5],
    ['🪞', 'Petit dessin sur la buée du miroir', 5],
    ['🎲', 'Partie perdue avec le sourire', 5],
    ['🤗', 'Câlin sans raison', 5],
    ['🍻', 'A payé sa tournée', 10],
    ['🎶', 'Playlist parfaite pour la route', 10],
    ['😂', 'Fou rire à en pleurer', 10],
    ['📞', 'Coup de fil juste pour la voix', 10],
    ['🪴', 'Plantes encore vivantes au retour', 10],
    ['🗑️', 'Poubelles sorties sans un mot', 10],
    ['🥰', 'Compliment devant tout le monde', 10],
    ['🍫', 'Dernier carré de chocolat, partagé', 15],
    ['💌', 'Mot doux caché dans une poche', 15],
    ['👂', 'A écouté, téléphone dans le sac', 15],
    ['🥞', 'Crêpes pour toute la bande', 15],
    ['🧦', 'Lessive pliée, chaussettes par deux', 15],
    ['😴', "A laissé dormir jusqu'à midi", 15],
    ['🥐', 'Petit-déj au lit', 20],
    ['🍲', 'Soupe et plaid un jour de rhume', 20],
    ['🪛', 'Étagère montée du premier coup', 20],
    ['🕊️', 'Excuses avant le dessert', 20],
    ['🎂', 'Anniversaire retenu sans rappel', 20],
    ['🕯️', 'Dîner aux bougies un mardi', 25],
    ['🚗', 'Volant et eau plate toute la soirée', 25],
    ['🤐', 'Secret gardé sous les chatouilles', 25],
    ['🧳', 'Week-end surprise, valise comprise', 30],
    ['✈️', "Conduite à l'aéroport à cinq heures", 30],
    ['🛋️', "Canapé porté jusqu'au cinquième", 30],
  ]),
  ...negative([
    ['🍟', 'Dernière frite volée', -10],
    ['🧻', 'Rouleau vide laissé en place', -10],
    ['💬', 'Message lu lundi, réponse jeudi', -10],
    ['🎙️', 'Vocal de sept minutes', -10],
    ['🥶', 'Pieds glacés sous la couette', -10],
    ['🍪', 'Miettes dans le lit', -10],
    ['🍕', 'Aucun avis pour choisir la pizza', -10],
    ['💡', 'A laissé Versailles allumé', -10],
    ['👟', 'Footing annulé, sieste maintenue', -10],
    ['🎤', 'Karaoké monopolisé', -10],
    ['🌡️', 'Guerre du thermostat relancée', -10],
    ['🍽️', 'Vaisselle oubliée', -15],
    ['⏳', 'Deux minutes qui durent une heure', -15],
    ['📱', 'Téléphone à table', -15],
    ['🔑', 'Clés perdues, épisode douze', -15],
    ['🚿', "Plus une goutte d'eau chaude", -15],
    ['⛽', 'Réservoir rendu sur la réserve', -15],
    ['🙈', 'A fait semblant de dormir', -15],
    ['🃏', 'Triche aux cartes, la main dans le sac', -15],
    ['🧺', 'Linge blanc devenu rose', -20],
    ['🎬', 'A vendu la fin du film', -20],
    ['💳', 'Addition là, portefeuille ailleurs', -20],
    ['🕰️', 'Retard sans un petit message', -20],
    ['🍿', 'Épisode suivant vu en cachette', -25],
    ['📂', 'Vieux dossier de 2019 ressorti', -25],
    ['📸', 'Photo du réveil postée sans accord', -30],
    ['🐇', 'Lapin posé un samedi soir', -30],
  ]),
];

/** By the category under which `GET /api/emojis` gives them, in the order shown. */
export const emojiSets = {
  avatars: avatars.map(({ symbol }) => symbol),
  boards: boardIcons.map(({ symbol }) => symbol),
  reactions: ['❤️', '😂', '🔥', '👏', '🥰', '😮', '🙈', '🏆'],
} as const;

type Row = readonly [emoji: string, title: string, points: number];

function positive(rows: readonly Row[]): PredefinedAction[] {
  return rows.map(([emoji, title, points]) => ({ title, points, category: 'positive', emoji }));
}

function negative(rows: readonly Row[]): PredefinedAction[] {
  return rows.map(([emoji, title, points]) => ({ title, points, category: 'negative', emoji }));
}
