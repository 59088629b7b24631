import { sentence, typographic } from '#client/ui/typography.ts';

/** What is said here is what the program does: a change of either is a change of both. */
export const legalMessages = typographic({
  privacy: {
    title: 'Confidentialité',
    lead: 'Ce que ce site garde de vous, combien de temps, et comment tout reprendre.',
    who: {
      title: 'Qui garde vos données',
      text: "OU LA LA est un logiciel libre que chacun peut héberger. La personne ou l'organisation qui tient ce site garde vos données, et c'est elle qui vous répond.",
    },
    kept: {
      title: 'Ce qui est gardé',
      rows: [
        {
          what: 'Votre compte',
          text: 'Pseudo, avatar, adresse email si vous en donnez une, réglages et date de création. Du mot de passe, seule une empreinte (Argon2id) que personne ne peut relire.',
          until: "Jusqu'à la suppression du compte",
        },
        {
          what: 'Vos tableaux',
          text: "Titres, actions, membres, scores, historique, demandes et jusqu'où chacun a vu le tableau. Si vous quittez un tableau, votre historique y reste. Si vous supprimez votre compte, il part avec vous.",
          until: "Jusqu'à leur suppression",
        },
        {
          what: "Vos clés d'accès",
          text: "Leur partie publique, qui n'ouvre rien, leur nom, ce qui les garde, et le jour où elles ont servi. Votre visage, votre doigt et la partie secrète ne quittent pas votre appareil. Pendant que vous en utilisez une, un cookie de cinq minutes garantit que la réponse vient de ce navigateur.",
          until: "Jusqu'à ce que vous les retiriez",
        },
        {
          what: 'Votre session',
          text: 'Un cookie, le nom du navigateur et du système, et le jour de votre dernière visite.',
          until: '30\u00A0jours après la dernière visite',
        },
        {
          what: 'Une partie sans email',
          text: "Un prénom et un visage. Rien d'autre que le cookie de session n'ouvre cette partie : il reste donc dans votre navigateur d'une visite à l'autre. D'un code de secours et d'un lien de retour, seules des empreintes ; qui a ce lien voit votre pseudo et votre avatar.",
          until:
            "90\u00A0jours après la dernière visite (le cookie reste 400\u00A0jours, mais n'ouvre alors plus rien), ou, une fois gardée, jusqu'à la suppression du compte",
        },
        {
          what: 'Vos appareils connus',
          text: "Un second cookie, qui n'ouvre rien : il vous laisse entrer même si d'autres essaient de deviner votre mot de passe.",
          until: '400\u00A0jours après la dernière connexion',
        },
        {
          what: 'Vos jetons',
          text: "Si vous en créez pour des programmes : leur nom, ce qu'ils peuvent faire et le jour de leur dernière utilisation. Du jeton, seule une empreinte ; de ce qu'il note, qu'il l'a noté, pendant une heure ou deux.",
          until: "Jusqu'à leur suppression, ou 30\u00A0jours après leur fin",
        },
        {
          what: 'Vos écrans au mur',
          text: "Si vous en ouvrez : le tableau montré, si l'on peut y noter, le moment de l'ouverture et celui de la dernière activité. Du cookie et des quatre chiffres, seules des empreintes.",
          until: "Jusqu'à ce que vous les éteigniez ou quittiez le tableau, ou 400\u00A0jours sans activité",
        },
        {
          what: 'Vos codes et autocollants',
          text: 'Si vous en créez : leur nom et leur adresse, chiffrés avec la clé du tableau ; sans chiffrement, ce que fait un appui, la date de création et le jour du dernier appui.',
          until: "Jusqu'à leur suppression, ou à votre départ du tableau",
        },
        {
          what: 'Les webhooks',
          text: "Si l'admin d'un tableau en crée : l'adresse, la requête et le secret, chiffrés avec la clé du tableau. Dans le journal : ce qui est parti, quand, et la réponse, sans aucun texte. Et votre choix, si vous ne voulez pas y figurer.",
          until: "Jusqu'à leur suppression ou à celle du tableau ; le journal, sept jours",
        },
        {
          what: 'Un mot de passe oublié',
          text: "L'empreinte du lien, valable une heure, et le message tant qu'il n'est pas parti.",
          until: 'Un jour au plus',
        },
        {
          what: 'Vos notifications',
          text: "Si vous les activez : l'adresse que votre navigateur donne à cet appareil, son fuseau horaire, vos heures calmes et, pour ne pas vous y déranger, le tableau que vous regardez, oublié peu après. Ce qui a été dit reste un jour, ce qui n'a pas pu l'être trois au plus. Vos choix et les tableaux coupés suivent le compte.",
          until: "L'appareil, jusqu'à la fin de sa session, ou un jour après votre dernière visite sans « Cookies essentiels »",
        },
        {
          what: 'Les relances',
          text: 'Qui a relancé qui, sur quel tableau, quand, et laquelle des phrases du jeu.',
          until: 'Quelques jours',
        },
        {
          what: 'Le récap par mail',
          text: 'Si vous le demandez : ce souhait, et le jeton du lien qui y met fin.',
          until: "Jusqu'à ce que vous y mettiez fin",
        },
        {
          what: 'Sur votre appareil',
          text: "Ce que vous avez vu et ce qui attend d'être envoyé, chiffrés, pour jouer sans réseau. Et quelques repères, sans titre ni nom, pour ne pas vous poser deux fois la même question. Le thème, le choix des sons et des raccourcis clavier, votre réponse sur la mesure d'audience et le fait d'avoir proposé l'installation ou demandé à garder vos données y restent.",
          until: "Jusqu'à la déconnexion",
        },
        {
          what: "La mesure d'audience",
          text: "Seulement après votre accord : des totaux par jour des visites, des fonctions utilisées et des erreurs imprévues, sans nom, sans adresse et sans cookie. D'une erreur, seul l'endroit de l'application est compté, jamais ce que vous écrivez. Ces totaux ne quittent pas ce serveur.",
          until: 'Les totaux, sans limite de durée',
        },
        {
          what: 'Votre adresse IP',
          text: "Pour freiner les essais répétés. Elle n'est écrite ni dans la base ni dans le journal de l'application. L'hébergeur peut tenir son propre journal.",
          until: 'En mémoire seulement',
        },
      ],
    },
    encrypted: {
      title: 'Ce qui est chiffré',
      text: "En transit, la connexion entre votre appareil et le site, dès que l'adresse commence par https. Au repos, les titres des tableaux, des actions et de l'historique : AES-256-GCM, une clé par tableau, elle-même scellée par la clé du serveur.",
      limits: "L'hébergeur tient cette clé. Pseudos, adresses email et points ne sont pas chiffrés par l'application.",
    },
    seen: {
      title: 'Qui voit quoi',
      text: "Les membres d'un tableau voient votre pseudo, votre avatar, vos actions et vos points. Qui a le lien d'un tableau n'en voit que le titre, l'icône et le thème. Votre adresse email n'est montrée à personne.",
      nobody:
        "Ni publicité ni traceur. Rien ne part ailleurs que ce que vous demandez : un email si vous oubliez votre mot de passe ; le récap par mail, avec vos tableaux et des totaux, sans aucune action ; et les notifications, que le service de votre navigateur transmet chiffrées, sans nom ni titre. Et si l'admin d'un tableau y crée un webhook, ce qui s'y passe, sauf ce que vous faites si vous le refusez dans les réglages du tableau. Un écran au mur montre son tableau à qui passe devant.",
    },
    rights: {
      title: 'Tout reprendre',
      text: "Dans le menu du profil, « Confidentialité » : exportez tout ce que nous gardons de vous, retirez votre accord, ou supprimez votre compte. La suppression est immédiate et définitive ; des copies de sauvegarde de l'hébergeur peuvent durer un peu plus.",
      authority: 'Et si une réponse ne vous convient pas, la CNIL (cnil.fr), ou son équivalent dans votre pays, est là pour ça.',
    },
  },
  legal: {
    title: 'Mentions légales',
    lead: 'Qui tient ce site, et ce que cela veut dire.',
    who: {
      title: 'Éditeur et hébergeur',
      text: "Ce site est une installation d'OU LA LA. La personne ou l'organisation qui l'a mise en ligne l'édite et l'héberge. L'application ne connaît d'elle que l'adresse ci-dessous : demandez-lui son nom et ses coordonnées complètes.",
    },
    software: {
      title: 'Le logiciel',
      text: "OU LA LA est un logiciel libre, publié sous licence MIT et fourni sans garantie. Les personnes qui l'ont écrit ne tiennent pas ce site et n'ont pas accès à ses données.",
    },
    content: {
      title: 'Ce que vous écrivez',
      text: 'Vos textes restent à vous, et les tableaux restent entre leurs membres. Pour signaler un contenu illicite, écrivez à la même adresse.',
    },
    cookies: {
      title: 'Cookies',
      text: "Deux cookies, pour garder votre session ouverte et reconnaître votre appareil ; un troisième, de cinq minutes, quand une clé d'accès est proposée ; sur un écran au mur, un autre, qui n'ouvre que ce mur. Aucun pour vous suivre.",
    },
  },
  https: {
    title: 'Passer en https',
    lead: 'Pour la personne qui héberge : trois façons de rendre cette adresse sûre. Une seule suffit.',
    why: {
      title: 'Ce que cela change',
      text: "Sans https, un navigateur ne laisse ni jouer hors ligne, ni installer l'application, ni recevoir de notifications. Et qui partage le réseau peut lire ce qui passe.",
    },
    recipes: {
      domain: {
        title: 'Avec un nom de domaine',
        text: 'Le nom mène à cette machine, les ports 80 et 443 y arrivent, et Caddy obtient le certificat tout seul. Mettez votre nom partout. La première commande remplace les réglages de Caddy.',
        afterwards: "C'est prêt pour tous les téléphones, d'où que ce soit.",
      },
      house: {
        title: 'Seulement à la maison',
        text: 'Caddy signe lui-même le certificat. Mettez le nom de votre machine à la place de « maison ». La première commande remplace les réglages de Caddy, la troisième copie le certificat que chaque téléphone doit connaître : envoyez-lui le fichier.',
        afterwards:
          'Sur un iPhone : ouvrez le fichier, installez le profil dans « Réglages », puis, dans « Général », « Informations », « Réglages de confiance des certificats », activez-le. Sur Android : « Paramètres », « Sécurité », « Chiffrement et identifiants », « Installer un certificat », « Certificat CA ».',
      },
      tunnel: {
        title: 'Sans ouvrir sa box',
        text: "Avec Tailscale, gratuit pour une famille : activez « MagicDNS » et « HTTPS Certificates » dans son interface. La deuxième commande affiche l'adresse à mettre dans la troisième. Chaque téléphone installe Tailscale.",
        afterwards: "Personne d'autre que vos appareils n'arrive à cette adresse.",
      },
    },
    after: {
      title: 'Et ensuite',
      text: "Ouvrez la nouvelle adresse sur chaque téléphone et connectez-vous : rien n'est perdu, seules les sessions sont à rouvrir. L'ancienne adresse refuse désormais tout changement, et dit pourquoi.",
    },
  },
  verify: {
    title: 'Vérifier',
    lead: 'Ce site vous envoie-t-il le programme qui est publié ? Voici comment le voir par vous-même.',
    served: {
      title: 'Ce que ce site annonce',
      version: ({ name }: { name: string }) => `Version ${name}`,
      list: ({ name }: { name: string }) => sentence`L'empreinte est celle de la liste de ses fichiers, ${name}.`,
      failed: "La version n'a pas pu être chargée. Rechargez la page.",
    },
    build: {
      title: 'Construire la même version',
      text: 'Dans une copie du code publié, sur une machine à vous :',
      afterwards: "Si la même empreinte s'affiche, la liste annoncée est bien celle de ce code, octet pour octet.",
    },
    compare: {
      title: 'Comparer ce qui est envoyé',
      text: "Mettez l'adresse de ce site à la place de « jeu.example.org ». Chaque fichier est demandé comme le fait un navigateur.",
      afterwards: "Si rien ne s'affiche, tout est identique. Sinon, chaque fichier différent est nommé.",
    },
    limits: {
      title: 'Ce que cela prouve, et ne prouve pas',
      text: "Si tout concorde, les fichiers que vous venez de recevoir sont ceux du programme publié. Les pages de chaque adresse n'en sont pas : le serveur y écrit la sienne, ou votre tableau. Et lui-même tourne ailleurs : rien ne montre d'ici ce qu'il fait, ni s'il envoie autre chose à quelqu'un d'autre, ou plus tard.",
      kept: "L'application que votre navigateur garde est celle qu'il a reçue la dernière fois, pas forcément celle que vous venez de comparer.",
    },
  },
  contact: ({ email }: { email: string }) => sentence`Écrivez à ${email}`,
  contactFailed: "L'adresse de contact n'a pas pu être chargée. Rechargez la page.",
});
