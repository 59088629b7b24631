import { invitationMessages } from '#shared/invitation-messages.fr';
import { landingMessages } from '#shared/landing-messages.fr';
import { typographic } from '#shared/typography';

/** The preview of a link, for messengers and search engines. */
export const previewMessages = typographic({
  name: 'OU LA LA',
  landing: {
    title: landingMessages.pageTitle,
    description:
      'Le jeu de points des couples et des amis : des tableaux privés, des actions qui rapportent ou qui coûtent, et un classement entre vous.',
  },
  invitation: { title: invitationMessages.title, description: invitationMessages.description },
  picture: 'OU LA LA : quand on aime, on compte les points.',
});
