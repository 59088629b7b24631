import type { NewAction } from '#shared/actions';
import { typographic } from '#shared/typography';
import type { BoardDraft } from './board-draft.ts';

/** A whole board, to be made in one press. */
export interface Kit extends Pick<BoardDraft, 'name' | 'theme' | 'icon'> {
  /** The label of its button. */
  label: string;
  /** What its actions are about, in a few words. */
  taste: string;
  /** The first is a gain: it is what a newcomer sees first. */
  actions: readonly NewAction[];
}

type Row = readonly [emoji: string, title: string, points: number];

/**
 * For two: one person is still missing. Titles of the catalogue are written, and count, as there (`tests/kits.test.ts`): logged on several boards they
 * are one action.
 */
export const coupleKit: Kit = {
  label: 'À deux',
  taste: 'Câlins et pieds glacés',
  name: 'NOUS DEUX',
  theme: 'purple',
  icon: '💜',
  actions: actionsOf([
    ['☕', 'Café servi avant le premier mot', 5],
    ['🥐', 'Petit-déj au lit', 20],
    ['🍽️', 'Vaisselle vue, contournée, oubliée', -15],
    ['💆', "Massage de nuque, sans regarder l'heure", 30],
    ['🚪', "« J'arrive » dit il y a une heure", -10],
    ['😴', 'Grasse matinée offerte', 15],
    ['📱', 'Téléphone à table, « juste une seconde »', -15],
    ['🕯️', 'Dîner aux bougies un mardi', 25],
    ['🥶', 'Pieds glacés sous la couette', -10],
    ['🤗', 'Câlin sans raison', 5],
    ['🙈', 'Sommeil simulé quand le chat réclame', -15],
    ['🤫', "« Je te l'avais dit » ravalé", 25],
    ['🙄', '« Comme tu veux », puis soupir devant la carte', -15],
    ['🎂', 'Anniversaire retenu sans rappel', 20],
    ['🍿', 'Épisode suivant vu en cachette', -25],
    ['🏝️', 'Week-end surprise, valise comprise', 30],
  ]),
};

export const otherKits: readonly Kit[] = [
  {
    label: 'La coloc',
    taste: 'Lasagnes et poubelles',
    name: 'LA COLOC',
    theme: 'orange',
    icon: '🏠',
    actions: actionsOf([
      ['🗑️', 'Poubelles sorties sans un mot', 10],
      ['🥘', 'Lasagnes pour tout le monde', 20],
      ['🧽', '« Je laisse tremper », jour trois', -15],
      ['🚿', 'Douche débouchée à mains nues', 25],
      ['🥛', 'Bouteille vide remise au frigo', -15],
      ['📦', 'Colis récupéré à 18\u00A0h\u00A059', 10],
      ['🧻', 'Rouleau vide laissé en place', -10],
      ['🕷️', 'Araignée relogée avec dignité', 20],
      ['🐟', 'Poisson au micro-ondes', -20],
      ['🪴', 'Plantes encore vivantes au retour', 10],
      ['💡', 'Versailles laissé allumé', -10],
      ['🧀', 'Dernier bout de comté laissé', 15],
      ['🌡️', 'Guerre du thermostat relancée', -10],
      ['🛁', 'Salle de bains rendue comme neuve', 20],
      ['🔑', 'Clés perdues, épisode douze', -15],
      ['🪛', 'Étagère montée, aucune vis en trop', 20],
    ]),
  },
  {
    label: 'La bande',
    taste: 'Karaoké et lapins posés',
    name: 'LA BANDE',
    theme: 'blue',
    icon: '🍻',
    actions: actionsOf([
      ['🍻', 'Tournée offerte, sans tenir les comptes', 10],
      ['🏋️', "Canapé porté jusqu'au cinquième", 30],
      ['🐇', 'Lapin posé un samedi soir', -30],
      ['🙃', 'Rire sincère à une blague déjà entendue', 5],
      ['💬', '« Je te rappelle dans 5 minutes », mardi dernier', -10],
      ['💃', 'Premiers pas sur la piste', 15],
      ['🎙️', 'Vocal de sept minutes', -10],
      ['🎤', "Duo de karaoké assumé jusqu'au bout", 20],
      ['💳', 'Addition là, portefeuille ailleurs', -20],
      ['🪫', 'Chargeur prêté à 3\u202F%', 15],
      ['🍟', "« Je n'ai pas faim », puis razzia sur les frites", -15],
      ['🗺️', 'Trajet sans un soupir de copilote', 15],
      ['📂', 'Vieux dossier ressorti au dessert', -25],
      ['🍕', 'Dernière part laissée aux autres', 10],
      ['🎬', 'Fin du film racontée', -20],
      ['✈️', 'Aéroport à cinq heures du matin, de bonne humeur', 30],
    ]),
  },
  {
    label: 'La famille',
    taste: 'Crêpes et chaussettes',
    name: 'LA FAMILLE',
    theme: 'green',
    icon: '🌱',
    actions: actionsOf([
      ['🧹', 'Chambre rangée sans rappel', 15],
      ['🥞', 'Crêpes du dimanche pour tout le monde', 20],
      ['🧦', 'Chaussettes semées dans le couloir', -10],
      ['👵', 'Déjeuner de famille, sourire compris', 25],
      ['📱', 'Téléphone à table, « juste une seconde »', -15],
      ['📚', 'Devoirs finis avant le goûter', 15],
      ['🎮', '« Une dernière partie », trois fois', -15],
      ['📺', 'Télécommande cédée sans négocier', 5],
      ['💡', 'Versailles laissé allumé', -10],
      ['🛒', 'Courses rangées sans un soupir', 10],
      ['🚪', "« J'arrive » dit il y a une heure", -10],
      ['🍫', 'Dernier carré de chocolat, partagé', 15],
      ['🔑', 'Clés perdues, épisode douze', -15],
      ['👂', 'Écoute totale, téléphone dans le sac', 15],
      ['🧺', 'Linge blanc devenu rose', -20],
      ['🗑️', 'Poubelles sorties sans un mot', 10],
    ]),
  },
];

export const kits: readonly Kit[] = [coupleKit, ...otherKits];

function actionsOf(rows: readonly Row[]): readonly NewAction[] {
  return rows.map(([emoji, title, points]) => ({
    title: typographic(title),
    points,
    // The same category as in the catalogue, so that a search finds it.
    category: points > 0 ? 'positive' : 'negative',
    emoji,
  }));
}
