import { typographic } from '#client/ui/typography.ts';

export const faceMessages = typographic({
  label: 'Votre visage sur ce tableau',
  same: ({ name, avatar }: { name: string; avatar: string }) => `${name} a déjà ${avatar}. Un autre visage ?`,
  choose: 'Choisir',
  keep: 'Garder le mien',
  faces: 'Un autre visage',
  taken: ({ face, name }: { face: string; name: string }) => `${face}, déjà à ${name}`,
  take: 'Prendre ce visage',
  done: ({ avatar }: { avatar: string }) => `Nouveau visage : ${avatar}`,
  failed: "Impossible de mettre à jour l'avatar",
});
