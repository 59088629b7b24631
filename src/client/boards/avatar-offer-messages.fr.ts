import { typographic } from '#client/ui/typography.ts';

export const avatarOfferMessages = typographic({
  label: 'Votre visage sur ce tableau',
  same: ({ name, avatar }: { name: string; avatar: string }) => `${name} a déjà ${avatar}. Un autre visage ?`,
  choose: 'Choisir',
  keep: 'Garder le mien',
  avatars: 'Un autre visage',
  taken: ({ avatarName, name }: { avatarName: string; name: string }) => `${avatarName}, déjà à ${name}`,
  take: 'Prendre ce visage',
  done: ({ avatar }: { avatar: string }) => `Nouveau visage : ${avatar}`,
  failed: "Impossible de mettre à jour l'avatar",
});
