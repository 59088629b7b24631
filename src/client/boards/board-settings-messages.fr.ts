import { refusals } from '#shared/refusals';
import { counted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const boardSettingsMessages = typographic({
  title: 'Réglages du tableau',
  name: 'Nom du tableau',
  nameRequired: refusals.board_title_required[1],
  theme: 'Thème',
  icon: 'Icône',
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Les jours, semaines et mois du classement commencent à minuit, heure de cette ville.',
  changeIcon: "Changer l'icône",
  chooseIcon: 'Choisir une icône',
  back: 'Retour aux réglages',
  saved: { title: 'Nom enregistré', theme: 'Thème enregistré', icon: 'Icône enregistrée', timeZone: 'Fuseau horaire enregistré' },
  saveFailed: "Ce réglage n'a pas été enregistré. Réessayez.",
  members: {
    title: 'Membres',
    count: ({ count }: { count: number }) => counted(count, 'membre'),
    loading: 'Chargement des membres…',
    administrator: 'Admin',
    you: 'Vous',
    manage: ({ name }: { name: string }) => `Options pour ${name}`,
    remove: ({ name }: { name: string }) => `Retirer ${name}`,
    removeTitle: ({ name }: { name: string }) => `Retirer ${name} ?`,
    removeText: "Cette personne sort du classement. Ses activités restent dans l'historique.",
    removeConfirm: 'Retirer',
    removed: ({ name }: { name: string }) => `${name} ne fait plus partie du tableau`,
    removeFailed: ({ name }: { name: string }) => `${name} est toujours là : le retrait a échoué. Réessayez.`,
  },
  handOver: {
    action: ({ name }: { name: string }) => `Nommer ${name} admin`,
    confirmTitle: ({ name }: { name: string }) => `Nommer ${name} admin ?`,
    text: ({ name }: { name: string }) => `Vous restez membre ; c'est ${name} qui règle et invite.`,
    confirm: 'Nommer admin',
    done: ({ name }: { name: string }) => `C'est ${name} qui tient le tableau, désormais`,
    failed: "L'administration n'a pas changé de mains. Réessayez.",
  },
  administratorStays: "Pour quitter ce tableau, nommez d'abord quelqu'un d'autre admin, ou supprimez-le.",
  leave: {
    title: 'Quitter le tableau',
    text: "Vous sortez du classement. Vos activités restent dans l'historique, et votre score vous attend si vous revenez.",
    /** Of accomplices. */
    together: "Vos activités restent dans l'historique et dans le total commun. La porte reste ouverte.",
    action: 'Quitter le tableau',
    confirmTitle: 'Quitter ce tableau ?',
    confirm: 'Quitter',
    failed: "Vous n'avez pas quitté le tableau. Réessayez.",
  },
  delete: {
    title: 'Supprimer le tableau',
    text: 'Actions, scores et historique disparaissent pour tout le monde, pour toujours.',
    action: 'Supprimer le tableau',
    confirmTitle: ({ board }: { board: string }) => `Supprimer ${board} ?`,
    confirm: 'Supprimer',
    failed: "Le tableau n'a pas été supprimé. Réessayez.",
  },
});
