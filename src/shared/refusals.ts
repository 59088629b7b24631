/**
 * Everything the server may refuse, closed: code → HTTP status and the sentence a person reads. The sentences are typed
 * plain; French spacing is put in where they are shown.
 */
export const refusals = {
  // Form
  invalid_input: [400, "Nous n'avons pas compris cette saisie."],
  body_too_large: [413, "C'est trop long pour être envoyé."],
  // Only our own pages can show it to a person: there the host has something to mend (docs/operating.md).
  foreign_origin: [403, "Le serveur ne reconnaît pas l'adresse de cette page. Prévenez la personne qui s'en occupe."],
  not_found: [404, "Cette page n'existe pas."],
  too_many_requests: [429, 'Doucement ! Réessayez dans un instant.'],
  server_error: [500, 'Une erreur est survenue. Veuillez réessayer.'],
  data_damaged: [500, "Ces données sont abîmées sur le serveur. Prévenez la personne qui s'en occupe."],
  unavailable: [503, 'Le serveur est occupé. Veuillez réessayer dans un instant.'],
  storage_full: [507, "Le serveur n'a plus de place. Rien n'a été perdu, veuillez réessayer plus tard."],

  // Accounts
  no_user_logged_in: [401, 'Votre session est terminée. Reconnectez-vous.'],
  scope_missing: [403, 'Ce jeton ne permet pas cela.'],
  sign_ups_closed: [403, 'Les inscriptions sont fermées ici.'],
  invitation_required: [403, "Ici, on s'inscrit sur invitation. Ouvrez le lien qu'on vous a envoyé."],
  fields_required: [400, 'Veuillez remplir tous les champs'],
  wrong_credentials: [401, 'Email/pseudo ou mot de passe incorrect'],
  too_many_attempts: [429, 'Trop de tentatives. Veuillez réessayer plus tard'],
  username_required: [400, "Le nom d'utilisateur est requis"],
  username_invalid: [400, 'Choisissez de 2 à 30 lettres, chiffres, points, tirets ou tirets bas, dont au moins une lettre ou un chiffre'],
  username_taken: [409, 'Ce pseudo est déjà utilisé. Veuillez en choisir un autre.'],
  email_required: [400, 'Veuillez entrer votre email'],
  email_invalid: [400, 'Veuillez entrer une adresse email valide'],
  email_taken: [409, 'Cette adresse email est déjà utilisée'],
  email_unknown: [404, 'Aucun compte associé à cet email'],
  password_too_short: [400, 'Le mot de passe doit contenir au moins 6 caractères'],
  password_too_long: [400, '128 caractères au plus pour le mot de passe'],
  password_too_easy: [400, 'Ce mot de passe est trop facile à deviner'],
  password_required: [400, 'Veuillez entrer votre mot de passe'],
  // 403 and not 401, which would end the session on the client.
  wrong_password: [403, 'Mot de passe incorrect'],
  reset_link_invalid: [410, "Ce lien n'est plus valable. Demandez-en un nouveau."],
  session_not_found: [404, 'Cet appareil est déjà déconnecté.'],
  boards_changed: [409, 'La liste de vos tableaux a changé. Relisez-la avant de confirmer.'],
  export_under_way: [429, 'Un export de vos données est déjà en cours. Attendez sa fin avant de recommencer.'],
  profile_failed: [500, 'Erreur lors de la création du profil'],
  user_not_found: [404, 'Utilisateur non trouvé'],

  // Notifications
  push_unavailable: [409, 'Les notifications demandent une adresse en https.'],
  push_address_refused: [400, "Ce service de notifications n'est pas accepté ici."],
  nudged_yourself: [400, 'On ne se relance pas soi-même.'],
  nudged_today: [409, "Vous avez déjà relancé cette personne aujourd'hui."],
  notification_not_found: [404, "Cette notification n'a plus rien à dire."],

  // Boards
  board_not_found: [404, 'Tableau non trouvé'],
  board_title_required: [400, 'Le nom du tableau est requis'],
  board_title_too_long: [400, '60 caractères au plus pour le nom'],
  board_actions_required: [400, 'Sélectionnez au moins une action'],
  time_zone_unknown: [400, "Ce fuseau horaire n'existe pas."],
  time_zone_changed_too_often: [429, 'Le fuseau horaire a déjà changé cinq fois en une heure. Réessayez plus tard.'],
  recap_not_found: [404, "Ce récap n'est plus là : ils se gardent quatre semaines."],
  mails_not_offered: [409, "Ce serveur n'envoie pas de mails."],
  board_deleted: [410, 'Ce tableau a été supprimé depuis.'],
  administrator_only: [403, "C'est réservé à l'admin du tableau."],
  administrator_stays: [409, "Vous tenez ce tableau : nommez d'abord quelqu'un d'autre admin, ou supprimez-le."],
  member_not_found: [404, "Cette personne n'est pas membre du tableau."],
  too_many_boards: [409, "200 tableaux, c'est le maximum (et c'est beaucoup)."],
  joiner_has_too_many_boards: [409, 'Cette personne a déjà 200 tableaux.'],
  too_many_members: [409, "Complet : 100 membres, c'est le maximum."],

  // Actions and activities
  action_title_required: [400, "Le nom de l'action est requis"],
  action_title_too_long: [400, '60 caractères au plus pour le nom'],
  action_title_wordless: [400, 'Il faut au moins une lettre ou un chiffre dans le nom.'],
  points_invalid: [400, 'De −1\u202F000 à +1\u202F000 points, mais pas 0'],
  emoji_invalid: [400, 'Choisissez un seul emoji'],
  too_many_actions: [409, 'Un tableau compte au plus 300 actions.'],
  action_not_found_in_board: [404, "Cette action n'existe plus."],
  action_on_board_already: [409, 'Une action de ce nom et de ces points est déjà sur le tableau.'],
  actions_changed: [409, "Les actions du tableau ont changé entre-temps. Rien n'a été déplacé."],
  proposal_not_found: [404, "Cette proposition n'attend plus de réponse."],
  action_proposed_already: [409, 'Vous avez déjà proposé cette action.'],
  too_many_proposals: [409, "Vingt de vos propositions attendent déjà une réponse. Retirez-en une d'abord."],
  too_many_favourites: [409, "Douze favorites par tableau, pas plus. Retirez-en une d'abord."],
  activity_id_invalid: [400, "Cette action n'a pas pu être notée."],
  activity_not_found: [404, "Cette activité n'existe plus."],
  too_many_logs: [429, 'Doucement ! Vous notez plus vite que votre ombre. La suite part dans un instant.'],
  undo_not_allowed: [403, "Seules la personne qui l'a notée, celle pour qui elle compte et l'admin peuvent l'annuler."],
  loss_for_other: [403, "Une perte notée pour quelqu'un d'autre attend d'abord son aveu."],
  no_loss_of_other: [400, "Seule la perte d'un autre membre attend un aveu."],
  too_many_owed_losses: [409, 'Trois pertes attendent déjà sa réponse : laissez-lui un peu de temps.'],
  owed_loss_not_found: [404, "Cette perte n'attend plus de réponse."],
  activity_undone: [409, "Cette action a été annulée : on n'y réagit plus."],
  note_too_long: [400, '140 caractères au plus pour votre mot.'],
  note_not_allowed: [403, "Seule la personne qui l'a notée peut y ajouter un mot."],
  reaction_unknown: [400, 'Choisissez une des huit réactions.'],
  activity_id_taken: [422, 'Cette action est déjà notée.'],
  boards_required: [400, 'Choisissez au moins un tableau'],

  // What is played for
  needs_company: [409, "Ça se joue à deux ou plus : invitez quelqu'un d'abord."],
  agreement_open: [409, 'Une proposition attend déjà des réponses.'],
  agreement_id_taken: [422, 'Cette proposition est déjà faite.'],
  agreement_not_found: [404, "Cette proposition n'existe plus."],
  agreement_over: [409, 'Cette proposition est déjà close.'],
  not_the_proposer: [403, 'Seule la personne qui propose peut retirer sa proposition.'],
  season_running: [409, 'Une partie est déjà en cours : la suivante se propose à la fin.'],
  season_not_found: [404, "Cette saison n'existe plus."],
  not_the_winner: [403, "Seule la personne qui a gagné peut dire que l'enjeu est réglé."],
  stake_required: [400, 'Dites ce qui est en jeu.'],
  stake_too_long: [400, "140 caractères au plus pour l'enjeu."],
  goal_invalid: [400, 'De 1 à 1\u202F000\u202F000 de points.'],
  last_day_invalid: [400, 'Le dernier jour doit tomber entre demain et dans un an.'],

  // Requests
  request_not_found: [404, 'Demande non trouvée'],
  request_void: [410, "Cette demande ne tient plus : la personne qui l'a envoyée ne peut plus inviter ici."],
  declined_recently: [409, "Cette personne a décliné il y a peu. Vous pourrez l'inviter de nouveau demain."],
  already_member: [409, 'Cet utilisateur est déjà membre du tableau'],
  already_invited: [409, 'Une invitation est déjà en cours pour cet utilisateur'],
  you_are_member: [409, 'Vous êtes déjà membre de ce tableau'],
  already_requested: [409, 'Une demande est déjà en cours pour ce tableau'],
  too_many_single_links: [409, "Dix liens pour une personne attendent déjà quelqu'un. Retirez-en un d'abord."],
  invited_yourself: [400, 'Vous ne pouvez pas vous inviter vous-même'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type RefusalCode = keyof typeof refusals;

export function isRefusalCode(code: string | undefined): code is RefusalCode {
  return code !== undefined && Object.hasOwn(refusals, code);
}
